import { keepPreviousData } from '@tanstack/react-query'
import { counted, formatAge, formatCount } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useNow } from '#client/lib/use-now.ts'
import { FailedLine, QueryPart } from '#client/ui/query-state.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import { PROMISED_MINUTES } from '#shared/order-report.ts'
import type { OrderCounts, OrderReport } from '#shared/order-report-schema.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { dayName, share } from './analytics-messages.ts'
import { BarTable } from './count-tables.tsx'
import styles from './order-report.module.css'
import { dayRange, dayStarts, periods, type ReportPeriod } from './report-period.ts'

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
          <div className={`stack gap-5 shrinks ${styles.report}`} aria-busy={query.isPlaceholderData}>
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

/** Of the orders that are decided, or should be. */
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
    <div className={`stack top gap-6 ${styles.columns}`}>
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
