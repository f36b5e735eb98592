import { PROMISED_MINUTES, REPORT_LIST_LENGTH } from '#shared/order-report.ts'
import type { OrderCounts, OrderReport, OrderReportInput } from '#shared/order-report-schema.ts'
import { predefinedReasons } from '#shared/return-reasons.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import type { AppContext } from '../context.ts'
import { fieldsOf, moneyOf, withoutNulls } from '../platform/without-nulls.ts'
import {
  countRejectionReasons,
  type ReportDay,
  sumDecisionsByDay,
  sumOpenSubmissions,
  sumPayoutsByMethod,
  sumSubmissionsByBrand,
  sumSubmissionsByDay,
} from './order-report-queries.ts'
import { listVisitCounts } from './visit-queries.ts'

type Parts = Pick<AppContext, 'db' | 'clock' | 'visitorStats' | 'catalogue'>
type DaySums = OrderCounts & { startsAt: string }

/** A decision counts on the day of the final status, being in time on that of the submit, quotes by UTC hour. */
export async function readOrderReport(
  { db, clock, visitorStats, catalogue }: Parts,
  { dayStarts }: OrderReportInput,
): Promise<OrderReport> {
  await visitorStats.write()
  const starts = dayStarts.map((start) => new Date(start).toISOString())
  const days = starts.slice(0, -1).map((starts_at, at) => ({ starts_at, ends_at: starts[at + 1] ?? '' }))
  const period = { from: starts[0] ?? '', until: starts.at(-1) ?? '' }
  const sums = await sumDays({ db, clock }, days, period.from)
  const total = none('')
  for (const { startsAt: _, ...day } of sums) addTo(total, day)
  const reasons = await countRejectionReasons(db, period)
  const brands = await sumSubmissionsByBrand(db, period, REPORT_LIST_LENGTH)
  const methods = await sumPayoutsByMethod(db, period)
  const open = await sumOpenSubmissions(db)
  return {
    timestamp: clock.now().toISOString(),
    days: sums.map(inDollars),
    total: inDollars(total),
    rejectionReasons: mostFrequent(reasons),
    brands: brands.map((sum) => ({
      brand: catalogue.current.find(sum.brand)?.name ?? sum.brand,
      submitted: sum.submitted,
      ...moneyOf(sum, 'card_value_cents'),
    })),
    payoutMethods: methods
      .toSorted((one, other) => other.payout_cents - one.payout_cents)
      .map((sum) => ({ ...fieldsOf(sum, 'method', 'completed'), ...moneyOf(sum, 'payout_cents as paidOut') })),
    open: {
      orders: open.orders,
      ...moneyOf(open, 'payout_cents'),
      ...withoutNulls(fieldsOf(open, 'oldest as oldestAt')),
    },
  }
}

async function sumDays({ db, clock }: Pick<Parts, 'db' | 'clock'>, days: readonly ReportDay[], from: string) {
  const sums = new Map(days.map(({ starts_at }) => [starts_at, none(starts_at)]))
  const promise = { minutes: PROMISED_MINUTES, now: clock.now() }
  for (const { starts_at, submitted, card_value_cents, due, in_time } of await sumSubmissionsByDay(db, days, promise))
    addTo(sums.get(starts_at), { submitted, cardValue: card_value_cents, due, inTime: in_time })
  for (const { starts_at, status, decided, payout_cents } of await sumDecisionsByDay(db, days)) {
    const day = sums.get(starts_at)
    if (status === 'completed') addTo(day, { completed: decided, paidOut: payout_cents })
    else if (status === 'rejected' || status === 'failed') addTo(day, { [status]: decided })
  }
  for (const { starts_at, count } of await listVisitCounts(db, 'quotes', from)) {
    const day = days.find((each) => each.starts_at <= starts_at && starts_at < each.ends_at)
    addTo(day && sums.get(day.starts_at), { quotes: count })
  }
  return [...sums.values()]
}

function none(startsAt: string): DaySums {
  const zeros = { quotes: 0, submitted: 0, cardValue: 0, due: 0, inTime: 0, completed: 0, rejected: 0, failed: 0 }
  return { startsAt, ...zeros, paidOut: 0 }
}

function addTo(sums: DaySums | undefined, more: Partial<OrderCounts>) {
  if (!sums) return
  for (const [name, value] of Object.entries(more) as [keyof OrderCounts, number][]) sums[name] += value
}

function inDollars(sums: DaySums): DaySums {
  return { ...sums, ...moneyOf(sums, 'cardValue', 'paidOut') }
}

/** Those that staff typed count together, because they may contain personal data. */
function mostFrequent(counts: readonly { reason: string | null; count: number }[]) {
  const byReason = new Map<string | null, number>()
  for (const { reason, count } of counts) {
    const isMissing = reason === null || reason === systemReasons.none
    const shown = isMissing ? '' : predefinedReasons.has(reason) ? reason : null
    byReason.set(shown, (byReason.get(shown) ?? 0) + count)
  }
  return [...byReason]
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, REPORT_LIST_LENGTH)
}
