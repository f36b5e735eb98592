import { dollarsFromCents, formatCents, fractionFromBps, payoutCents } from '#shared/money.ts'
import type { ResumedPrice } from '#shared/transaction-schema.ts'
import type { AppContext } from '../context.ts'
import { later } from '../platform/clock.ts'
import type { StatusChangeTable, SubmissionTable } from '../platform/db/submission-tables.ts'
import { AppError, conflict } from '../platform/errors.ts'
import { type Price, priceAt } from './quotes.ts'

/** After the decision of a rejected order. */
const KEPT_MS = 48 * 60 * 60_000

type Change = Pick<StatusChangeTable, 'changed_at' | 'reason_code'>

/** From its decision on (ISO 8601), later by the time of an appeal meanwhile. `changes` are oldest first. */
export function decidedAt(order: Pick<SubmissionTable, 'updated_at'>, changes: readonly Change[]): string {
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

export function priceKeptUntil(decidedAt: string): number {
  return Date.parse(decidedAt) + KEPT_MS
}

type Order = Pick<
  SubmissionTable,
  'card_brand' | 'card_type' | 'card_value_cents' | 'rate_bps' | 'payout_cents' | 'status'
>

/** Undefined while an order keeps its own. @throws AppError 'conflict' when the card is not bought at present */
function newPriceOf({ catalogue, clock }: AppContext, order: Order, decidedAt: string): Price | undefined {
  const now = clock.now().getTime()
  if (now < priceKeptUntil(decidedAt)) return undefined
  const price = priceToday(now, catalogue.current, order)
  return price.rateBps === order.rate_bps ? undefined : price
}

function priceToday(now: number, catalogue: AppContext['catalogue']['current'], order: Order): Price {
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

function payoutOf({ valueCents, rateBps }: Price): number {
  return dollarsFromCents(payoutCents(valueCents, rateBps))
}
