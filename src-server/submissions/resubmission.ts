import { appealMessages } from '#shared/appeal.ts'
import { centsFromDollars, dollarsFromCents, formatCents, fractionFromBps, payoutCents } from '#shared/money.ts'
import { remediesOf } from '#shared/reason-code.ts'
import type { ResumedPrice } from '#shared/transaction-schema.ts'
import type { AppContext } from '../context.ts'
import { later, timestamp } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { StatusChangeTable, SubmissionTable } from '../platform/db/submission-tables.ts'
import { AppError, conflict } from '../platform/errors.ts'
import { findOpenAppeal } from './case-queries.ts'
import { reasonCodeOf } from './change-status.ts'
import { type KeptRate, type Price, priceAt, rateForValue } from './quotes.ts'
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

export function firstOrderOf(order: Pick<SubmissionTable, 'id' | 'first_order_id'>) {
  return order.first_order_id ?? order.id
}

/** Its customer can mend the reason, and sell the same card under the same brand. */
export function isMendable(order: SubmissionTable) {
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

async function mayBeSentAgain(db: Db, order: SubmissionTable) {
  return (await countResubmissions(db, firstOrderOf(order))) < MAX_RESUBMISSIONS
}

function keptRate(order: SubmissionTable, changes: readonly NamedChange[]): KeptRate {
  const { id: orderId, rate_bps: rateBps, catalogue_version: catalogueVersion } = order
  return { orderId, rateBps, catalogueVersion, until: priceKeptUntil(decidedAt(order, changes)) }
}

/** After the decision of a rejected order. */
const KEPT_MS = 48 * 60 * 60_000

type Change = Pick<StatusChangeTable, 'changed_at' | 'reason_code'>

/** From its decision on (ISO 8601), later by the time of an appeal meanwhile. `changes` are oldest first. */
export function decidedAt(order: Pick<SubmissionTable, 'updated_at'>, changes: readonly Change[]) {
  const last = changes.findLastIndex(({ reason_code }) => !isOfAppeal(reason_code))
  const decision = changes[last]
  if (!decision) return order.updated_at
  const [opened, answered] = changes.slice(last + 1)
  const isLate = opened && Date.parse(opened.changed_at) >= priceKeptUntil(decision.changed_at)
  if (!opened || !answered || isLate) return decision.changed_at
  const appealMs = Date.parse(answered.changed_at) - Date.parse(opened.changed_at)
  return later(decision.changed_at, appealMs)
}

const isOfAppeal = (code: string | null) => code?.startsWith('appeal-') && code !== 'appeal-right'

function priceKeptUntil(decidedAt: string) {
  return Date.parse(decidedAt) + KEPT_MS
}

type Order = Pick<
  SubmissionTable,
  'card_brand' | 'card_type' | 'card_value_cents' | 'rate_bps' | 'payout_cents' | 'status'
>

/** Undefined while an order keeps its own. @throws AppError 'conflict' when the card is not bought at present */
function newPriceOf({ catalogue, clock }: AppContext, order: Order, decidedAt: string) {
  const now = clock.now().getTime()
  if (now < priceKeptUntil(decidedAt)) return undefined
  const price = priceToday(now, catalogue.current, order)
  return price.rateBps === order.rate_bps ? undefined : price
}

function priceToday(now: number, catalogue: AppContext['catalogue']['current'], order: Order) {
  const cardValue = dollarsFromCents(order.card_value_cents)
  try {
    return priceAt(now, catalogue, { cardBrand: order.card_brand, cardValue })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A hidden brand or a changed limit would blame the customer's input.
    const words =
      error.code === 'conflict'
        ? error.message
        : `We are not buying ${order.card_type} cards of ${formatCents(order.card_value_cents)} right now.`
    throw conflict(words)
  }
}

/** What the customer has to know first; undefined while the order keeps its price. */
export function resumedPriceView(app: AppContext, order: Order, decidedAt: string): ResumedPrice | undefined {
  if (order.status !== 'rejected') return undefined
  try {
    const price = newPriceOf(app, order, decidedAt)
    return price && { payoutAmount: payoutOf(price), exchangeRate: fractionFromBps(price.rateBps) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message }
    throw error
  }
}

/** The caller has to name the price. @throws AppError 'conflict' when they name another one; as `newPriceOf` */
export function resumedPriceColumns(
  app: AppContext,
  order: Order,
  { decidedAt, payoutAmount }: { decidedAt: string; payoutAmount: number | undefined },
): Partial<SubmissionTable> {
  const price = newPriceOf(app, order, decidedAt)
  const payout = price ? payoutOf(price) : dollarsFromCents(order.payout_cents)
  if ((price || payoutAmount !== undefined) && payoutAmount !== payout)
    throw conflict(`The payout of this order is $${payout.toFixed(2)} today. Look at it first.`)
  if (!price) return {}
  const { rateBps, catalogueVersion } = price
  return {
    rate_bps: rateBps,
    payout_cents: payoutCents(order.card_value_cents, rateBps),
    catalogue_version: catalogueVersion,
  }
}

function payoutOf({ valueCents, rateBps }: Price) {
  return dollarsFromCents(payoutCents(valueCents, rateBps))
}
