import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { useNow } from '#client/lib/use-now.ts'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { FailedLine, FailedNotice, QueryState } from '#client/ui/query-state.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { formatDollars } from '#shared/money.ts'
import { PROMISED_MINUTES } from '#shared/order-report.ts'
import type { OrderCounts, OrderReport } from '#shared/order-report-schema.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { dayName, formatCount, share } from './analytics-messages.ts'
import { CountBar } from './count-tables.tsx'
import { dayStarts } from './day-starts.ts'
import styles from './order-report.module.css'
import tables from './tables.module.css'

const periods = [
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
  { value: '90', name: '90 days' },
] as const
type Period = (typeof periods)[number]['value']

const REFRESH_MS = 60_000

/**
 * Orders and payouts by day, for owners: what was quoted, submitted, decided and paid, and why orders were rejected.
 */
export function OrderReportSection() {
  const [period, setPeriod] = useState<Period>('7')
  const now = useNow(REFRESH_MS)
  const query = trpc.analytics.orderReport.useQuery(
    { dayStarts: dayStarts(Number(period), now) },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS, refetchIntervalInBackground: false },
  )
  return (
    <section className={styles.section} aria-labelledby="order-report">
      <div className={styles.head}>
        <h3 id="order-report">Orders and payouts</h3>
        <ChoiceButtons label="Period of orders and payouts" choices={periods} chosen={period} onChoose={setPeriod} />
      </div>
      <QueryState
        query={query}
        loading={<Skeleton lines={8} label="Loading orders and payouts..." />}
        failed={({ retry }) => <FailedNotice title="We couldn't load orders and payouts" retry={retry} />}
      >
        {(report) => (
          <div className={styles.report} aria-busy={query.isPlaceholderData}>
            {query.isError && (
              <FailedLine className={styles.stale} role="status" retry={() => void query.refetch()}>
                We couldn't load the latest figures.
              </FailedLine>
            )}
            <Totals report={report} />
            <DayTable days={report.days} />
            <div className={styles.columns}>
              <RejectionTable report={report} />
              <BrandTable report={report} />
              <PayoutTable report={report} />
            </div>
          </div>
        )}
      </QueryState>
    </section>
  )
}

function Totals({ report: { total, open } }: { report: OrderReport }) {
  return (
    <Stats
      narrow="pairs"
      figures={[
        { label: 'Orders submitted', value: formatCount(total.submitted) },
        { label: 'Average card', value: averageCard(total) },
        { label: `Decided within ${PROMISED_MINUTES} minutes`, value: shareInTime(total) },
        { label: 'Paid out', value: formatDollars(total.paidOut), isMoney: true },
        { label: `Owed for ${ordersOf(open.orders)}, now`, value: formatDollars(open.payout) },
      ]}
    />
  )
}

function ordersOf(count: number): string {
  return count === 1 ? '1 open order' : `${formatCount(count)} open orders`
}

/** The mean value of the submitted cards; '–' without any. */
function averageCard({ cardValue, submitted }: Pick<OrderCounts, 'cardValue' | 'submitted'>): string {
  return submitted > 0 ? formatDollars(cardValue / submitted) : '–'
}

function shareInTime({ decidedInTime, completed, rejected, failed }: OrderCounts): string {
  return share(decidedInTime, completed + rejected + failed)
}

const dayColumns: readonly { head: string; text: (day: OrderCounts) => string }[] = [
  { head: 'Quotes', text: (day) => formatCount(day.quotes) },
  { head: 'Submitted', text: (day) => formatCount(day.submitted) },
  { head: 'Completed', text: (day) => formatCount(day.completed) },
  { head: 'Rejected', text: (day) => formatCount(day.rejected) },
  { head: 'Failed', text: (day) => formatCount(day.failed) },
  { head: `In ${PROMISED_MINUTES} min`, text: shareInTime },
  { head: 'Average card', text: averageCard },
  { head: 'Paid out', text: (day) => formatDollars(day.paidOut) },
]

/** One row per day, the newest first. */
function DayTable({ days }: { days: OrderReport['days'] }) {
  const id = useId()
  return (
    <ScrollRegion className={`${tables.scroller} ${styles.days}`} aria-labelledby={id}>
      <table className={tables.table}>
        <caption>
          <h4 id={id}>By day</h4>
        </caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {dayColumns.map(({ head }) => (
              <th key={head} scope="col" className={tables.number}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.startsAt}>
              <th scope="row" className={styles.day}>
                <time dateTime={day.startsAt}>{dayName(day.startsAt)}</time>
              </th>
              {dayColumns.map(({ head, text }) => (
                <td key={head} className={tables.number}>
                  {text(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function RejectionTable({ report: { rejectionReasons, total } }: { report: OrderReport }) {
  return (
    <BarTable
      title="Why orders were rejected"
      heads={['Reason', 'Orders', 'Share']}
      empty="No orders were rejected."
      rows={rejectionReasons.map(({ reason, count }) => ({
        name: reason === null ? 'Written by staff' : reason || 'No reason given',
        size: count,
        cells: [formatCount(count), share(count, total.rejected)],
      }))}
    />
  )
}

function BrandTable({ report: { brands } }: { report: OrderReport }) {
  return (
    <BarTable
      title="Brands submitted"
      heads={['Brand', 'Orders', 'Average card']}
      empty="No orders were submitted."
      rows={brands.map(({ brand, ...sums }) => ({
        name: brand,
        size: sums.submitted,
        cells: [formatCount(sums.submitted), averageCard(sums)],
      }))}
    />
  )
}

function PayoutTable({ report: { payoutMethods } }: { report: OrderReport }) {
  return (
    <BarTable
      title="Payouts by method"
      heads={['Method', 'Orders', 'Paid out']}
      empty="No orders were paid."
      rows={payoutMethods.map(({ method, completed, paidOut }) => ({
        name: paymentTypeInfo[method].name,
        size: paidOut,
        cells: [formatCount(completed), formatDollars(paidOut)],
      }))}
    />
  )
}

type BarRow = { name: string; size: number; cells: readonly string[] }
type BarTableProps = { title: string; heads: readonly [string, ...string[]]; empty: ReactNode; rows: readonly BarRow[] }

/** A table whose names stand over bars of the length `size`, relative to the largest one. */
function BarTable({ title, heads: [first, ...rest], empty, rows }: BarTableProps) {
  const id = useId()
  const max = Math.max(...rows.map(({ size }) => size), 1)
  if (rows.length === 0)
    return (
      <div className={tables.section}>
        <h4>{title}</h4>
        <p className="muted">{empty}</p>
      </div>
    )
  return (
    <ScrollRegion className={tables.scroller} aria-labelledby={id}>
      <table className={tables.table}>
        <caption>
          <h4 id={id}>{title}</h4>
        </caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {rest.map((head) => (
              <th key={head} scope="col" className={tables.number}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, size, cells }) => (
            <tr key={name}>
              <th scope="row" className={tables.barred}>
                <CountBar share={size / max}>{name}</CountBar>
              </th>
              {cells.map((cell, at) => (
                <td key={rest[at]} className={tables.number}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
