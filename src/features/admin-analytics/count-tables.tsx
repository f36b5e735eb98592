import { keepPreviousData } from '@tanstack/react-query'
import { counted, formatAge, formatCount } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useNow } from '#client/lib/use-now.ts'
import { CountBar } from '#client/ui/count-bar.tsx'
import { FailedLine, QueryPart } from '#client/ui/query-state.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { ANALYTICS_LIST_LENGTH } from '#shared/analytics.ts'
import type { AnalyticsTrends } from '#shared/analytics-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { PROMISED_MINUTES } from '#shared/order-report.ts'
import type { OrderCounts, OrderReport } from '#shared/order-report-schema.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { dayName, minuteTime, share } from './analytics-messages.ts'
import styles from './count-table.module.css'
import reportStyles from './order-report.module.css'
import { dayRange, dayStarts, periods, type ReportPeriod } from './report-period.ts'

type BarRow = { name: string; size: number; cells: readonly string[] }
type BarTableProps = {
  title: string
  headingLevel?: 3 | 4
  heads: readonly [string, ...string[]]
  empty: string
  rows: readonly BarRow[]
}

/** Each name stands over a bar of the length `size`, relative to the largest one. */
export function BarTable({ title, headingLevel = 3, heads: [first, ...rest], empty, rows }: BarTableProps) {
  const Heading = `h${headingLevel}` as const
  const heading = <Heading>{title}</Heading>
  const max = Math.max(...rows.map(({ size }) => size), 1)
  if (rows.length === 0)
    return (
      <div className="stack gap-3">
        {heading}
        <p className="muted">{empty}</p>
      </div>
    )
  return (
    <Table
      name={title}
      title={heading}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { name: first, kind: 'bar', cell: ({ name, size }) => <CountBar share={size / max}>{name}</CountBar> },
        ...rest.map((head, at) => ({ name: head, kind: 'number' as const, cell: ({ cells }: BarRow) => cells[at] })),
      ]}
    />
  )
}

export function countRows(counts: Readonly<Record<string, number>>) {
  const shown = Object.entries(counts).slice(0, ANALYTICS_LIST_LENGTH)
  return shown.map(([name, count]) => ({ name, size: count, cells: [formatCount(count)] }))
}

const trendTables = [
  { title: 'Active visitors by minute', heads: ['Minute', 'Visitors'], of: 'visitorsPerMinute' },
  { title: 'Page views by minute', heads: ['Minute', 'Views'], of: 'viewsPerMinute' },
  { title: 'Page views by hour', heads: ['Hour', 'Views'], of: 'viewsPerHour' },
] as const

export function TrendTables({ trends }: { trends: AnalyticsTrends }) {
  return (
    <div className={styles.trends}>
      {trendTables.map(({ title, heads, of }) => (
        <Table
          key={of}
          name={title}
          title={<h3>{title}</h3>}
          isTall
          rows={trends[of].toReversed()}
          rowKey={({ at }) => at}
          columns={[
            { name: heads[0], cell: ({ at }) => minuteTime(at) },
            { name: heads[1], kind: 'number', cell: ({ count }) => formatCount(count) },
          ]}
        />
      ))}
    </div>
  )
}

const REFRESH_MS = 60_000

export function OrderReportSection({ period }: { period: ReportPeriod }) {
  const now = useNow(REFRESH_MS)
  const query = trpc.analytics.orderReport.useQuery(
    { dayStarts: dayStarts(periods[period].days, now) },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  )
  return (
    <section className="stack gap-5 shrinks" aria-labelledby="order-report">
      <div className="cluster baseline gap-3 row-gap-0">
        <h3 id="order-report">Orders and payouts</h3>
        <p className="muted">{dayRange(period)}</p>
      </div>
      <QueryPart
        query={query}
        lines={8}
        label="Loading orders and payouts..."
        failed="We couldn't load orders and payouts"
        failedAs="notice"
      >
        {(report) => (
          <div className={`stack gap-5 shrinks ${reportStyles.report}`} aria-busy={query.isPlaceholderData}>
            {query.isError && (
              <FailedLine className="warn" role="status" retry={() => void query.refetch()}>
                We couldn't load the latest figures.
              </FailedLine>
            )}
            <Totals report={report} now={now} />
            <Table
              name="By day"
              title={<h4>By day</h4>}
              isTall
              columns={dayColumns}
              rows={report.days.toReversed()}
              rowKey={({ startsAt }) => startsAt}
            />
            <BarTables report={report} />
          </div>
        )}
      </QueryPart>
    </section>
  )
}

function Totals({ report: { total, open }, now }: { report: OrderReport; now: number }) {
  return (
    <Stats
      narrow="pairs"
      figures={[
        { label: 'Orders submitted', value: formatCount(total.submitted) },
        { label: 'Average card', value: averageCard(total) },
        { label: `Decided within ${PROMISED_MINUTES} minutes`, value: shareInTime(total) },
        { label: 'Oldest without a decision', value: open.oldestAt ? formatAge(open.oldestAt, now) : 'None' },
        { label: 'Paid out', value: formatDollars(total.paidOut), isMoney: true },
        { label: `${counted(open.orders, 'open order')} now, if all are accepted`, value: formatDollars(open.payout) },
      ]}
    />
  )
}

function averageCard({ cardValue, submitted }: Pick<OrderCounts, 'cardValue' | 'submitted'>) {
  return submitted > 0 ? formatDollars(cardValue / submitted) : '–'
}

function shareInTime({ inTime, due }: OrderCounts) {
  return share(inTime, due)
}

const dayColumns: readonly Column<OrderReport['days'][number]>[] = [
  { name: 'Day', cell: ({ startsAt }) => <time dateTime={startsAt}>{dayName(startsAt)}</time> },
  { name: 'Quotes', kind: 'number', cell: (day) => formatCount(day.quotes) },
  { name: 'Submitted', kind: 'number', cell: (day) => formatCount(day.submitted) },
  { name: 'Completed', kind: 'number', cell: (day) => formatCount(day.completed) },
  { name: 'Rejected', kind: 'number', cell: (day) => formatCount(day.rejected) },
  { name: 'Failed', kind: 'number', cell: (day) => formatCount(day.failed) },
  { name: `In ${PROMISED_MINUTES} min`, kind: 'number', cell: shareInTime },
  { name: 'Average card', kind: 'number', cell: averageCard },
  { name: 'Paid out', kind: 'number', cell: (day) => formatDollars(day.paidOut) },
]

function BarTables({ report: { rejectionReasons, total, brands, payoutMethods } }: { report: OrderReport }) {
  return (
    <div className={`stack top gap-6 ${reportStyles.columns}`}>
      <BarTable
        headingLevel={4}
        title="Why orders were rejected"
        heads={['Reason', 'Orders', 'Share']}
        empty="No orders were rejected."
        rows={rejectionReasons.map(({ reason, count }) => ({
          name: reason === null ? 'Written by staff' : reason || 'No reason given',
          size: count,
          cells: [formatCount(count), share(count, total.rejected)],
        }))}
      />
      <BarTable
        headingLevel={4}
        title="Brands submitted"
        heads={['Brand', 'Orders', 'Average card']}
        empty="No orders were submitted."
        rows={brands.map(({ brand, ...sums }) => ({
          name: brand,
          size: sums.submitted,
          cells: [formatCount(sums.submitted), averageCard(sums)],
        }))}
      />
      <BarTable
        headingLevel={4}
        title="Payouts by method"
        heads={['Method', 'Orders', 'Paid out']}
        empty="No orders were paid."
        rows={payoutMethods.map(({ method, completed, paidOut }) => ({
          name: paymentTypeInfo[method].name,
          size: paidOut,
          cells: [formatCount(completed), formatDollars(paidOut)],
        }))}
      />
    </div>
  )
}
