import { appealMessages } from '#shared/appeal.ts'
import { centsFromDollars } from '#shared/money.ts'
import { remediesOf } from '#shared/reason-code.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { conflict } from '../platform/errors.ts'
import { findOpenAppeal } from './appeal-queries.ts'
import type { KeptRate } from './quotes.ts'
import { rateForValue } from './quotes.ts'
import { reasonCodeOf } from './reason-code-of.ts'
import { decidedAt, priceKeptUntil } from './resumed-price.ts'
import { countResubmissions, findSubmission, listStatusChanges, type NamedChange } from './submission-queries.ts'
import { orderOfCustomer } from './submission-rules.ts'

const MAX_RESUBMISSIONS = 3

const messages = {
  changed: "This order has changed, so its card can't be sent again. Look at its status first.",
  stillDeciding: "We're still finishing this decision. Please try again in a few seconds.",
  notMended: "This card can't be sent again as it is. Look at the next step of its order.",
  otherBrand: 'The order that this card is sent again after is of another brand. Get a new quote.',
  tooMany: `We have had this card ${MAX_RESUBMISSIONS + 1} times. Contact support about it.`,
}

type FormerOrder = { order: SubmissionTable; rate: KeptRate }

export function firstOrderOf(order: Pick<SubmissionTable, 'id' | 'first_order_id'>): string {
  return order.first_order_id ?? order.id
}

/** Its customer can mend the reason, and sell the same card under the same brand. */
export function isMendable(order: SubmissionTable): boolean {
  const code = reasonCodeOf(order)
  if (order.status === 'failed') return code === 'brand-unreachable'
  return order.status === 'rejected' && remediesOf(code).some((remedy) => remedy !== 'brand')
}

/** The order and its rate for this value in dollars, by default its own. A transaction locks the order. */
export async function findFormerOrder(
  app: AppContext,
  db: Db,
  customerId: string,
  {
    resubmitOf,
    cardBrand,
    cardValue,
  }: { resubmitOf?: string | undefined; cardBrand?: string | undefined; cardValue?: number | undefined },
): Promise<FormerOrder> {
  const order = orderOfCustomer(await findSubmission(db, resubmitOf ?? ''), customerId)
  if (order.status !== 'rejected' && order.status !== 'failed') throw conflict(messages.changed)
  if (!isMendable(order)) throw conflict(messages.notMended)
  if (cardBrand !== undefined && cardBrand !== order.card_brand) throw conflict(messages.otherBrand)
  const changes = await listStatusChanges(db, order.id)
  if ((changes.at(-1)?.undo_until ?? '') > timestamp(app.clock)) throw conflict(messages.stillDeciding)
  if (await findOpenAppeal(db, order.id)) throw conflict(appealMessages.waitForAnswer)
  if (!(await mayBeSentAgain(db, order))) throw conflict(messages.tooMany)
  const valueCents = (cardValue === undefined ? null : centsFromDollars(cardValue)) ?? order.card_value_cents
  return { order, rate: { ...keptRate(order, changes), rateBps: await rateForValue(app, db, order, valueCents) } }
}

/** Until when the card is bought at the rate of this order (ISO 8601); undefined when it cannot be sent again. */
export async function oldRateUntil(db: Db, order: SubmissionTable, changes: readonly NamedChange[]) {
  if (!isMendable(order) || (await findOpenAppeal(db, order.id))) return undefined
  if (!(await mayBeSentAgain(db, order))) return undefined
  return new Date(keptRate(order, changes).until).toISOString()
}

async function mayBeSentAgain(db: Db, order: SubmissionTable): Promise<boolean> {
  return (await countResubmissions(db, firstOrderOf(order))) < MAX_RESUBMISSIONS
}

function keptRate(order: SubmissionTable, changes: readonly NamedChange[]): KeptRate {
  const { id: orderId, rate_bps: rateBps, catalogue_version: catalogueVersion } = order
  return { orderId, rateBps, catalogueVersion, until: priceKeptUntil(decidedAt(order, changes)) }
}
