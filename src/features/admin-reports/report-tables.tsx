import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted, formatMonth } from '#client/lib/format.ts'
import { CountBar } from '#client/ui/count-bar.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { Table } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import { type BusinessDimension, dimensionNames, type LossDimension, MAX_REPORT_SELLERS } from '#shared/report.ts'
import type { BusinessReport, BusinessSums, LossReport } from '#shared/report-schema.ts'

type Dimension = BusinessDimension | LossDimension

/** The order of the lines, in the name of the table. */
const orderNames: Readonly<Record<Dimension, string>> = {
  month: 'by month, the newest first',
  brand: 'by brand',
  method: 'by payment method',
  reviewer: 'by reviewer',
  seller: 'by seller, the largest loss first',
}

type Line<Sums> = Sums & { key: string; name: string }
type ReportTableProps<Sums> = {
  name: string
  report: { by: Dimension; rows: readonly Line<Sums>[]; total: Sums }
  /** The head of the first column. */
  lines?: string
  nameOf?: (line: Line<Sums>) => ReactNode
  figures: Readonly<Record<string, (sums: Sums) => ReactNode>>
  /** What the bar of a line shows as a share of the largest. */
  size: (sums: Sums) => number
  hasContent: (sums: Sums) => boolean
}

/** The lines of a report and the sums of all. Empty months before the first business are left out. */
function ReportTable<Sums>({ name, report, figures, size, hasContent, ...props }: ReportTableProps<Sums>) {
  const { by, rows, total } = report
  const isByMonth = by === 'month'
  const max = Math.max(...rows.map(size), 0.0001)
  const first = rows.findIndex(hasContent)
  const nameOf = props.nameOf ?? ((line) => (isByMonth ? formatMonth(line.key) : line.name))
  return (
    <Table
      name={`${name}, ${orderNames[by]}`}
      narrow="labelled"
      rows={isByMonth ? rows.slice(first < 0 ? -1 : first).toReversed() : rows}
      rowKey={({ key }) => key}
      columns={[
        {
          name: props.lines ?? dimensionNames[by],
          kind: 'bar',
          cell: (line) => <CountBar share={Math.max(size(line), 0) / max}>{nameOf(line)}</CountBar>,
        },
        ...Object.entries(figures).map(([name, cell]) => ({ name, kind: 'number' as const, cell })),
      ]}
      foot={['All', ...Object.values(figures).map((cell) => cell(total))]}
    />
  )
}

function Amount({ dollars, more }: { dollars: number; more: string }) {
  return (
    <span>
      {formatDollars(dollars)} <span className="subline">{more}</span>
    </span>
  )
}

export function BusinessTable({ report }: { report: BusinessReport }) {
  const { rows, total } = report
  return (
    <>
      <p className="muted text-sm margin-top-3 margin-bottom-4">
        Each amount is in the month of its business day: the day on which it was recorded, or the day that was given
        with it.
      </p>
      <section aria-label="Sums" className="margin-bottom-5">
        <Stats
          narrow="pairs"
          figures={[
            { label: 'Bought', value: formatDollars(total.cost) },
            { label: 'Proceeds', value: formatDollars(total.proceeds) },
            { label: 'Margin', value: formatDollars(total.margin) },
            { label: '− Fees', value: formatDollars(total.fees) },
            { label: '− Losses', value: formatDollars(total.losses) },
            { label: '= Result', value: formatDollars(total.result), isMoney: total.result > 0 },
          ]}
        />
      </section>
      {rows.length === 0 ? (
        <StateMessage title="Nothing in these months">Choose other months.</StateMessage>
      ) : (
        <ReportTable
          name="Business"
          report={report}
          figures={{
            Bought: ({ cost, bought }) => <Amount dollars={cost} more={counted(bought, 'card')} />,
            Paid: ({ paid, payouts }) => <Amount dollars={paid} more={counted(payouts, 'payout')} />,
            Fees: ({ fees }) => formatDollars(fees),
            Proceeds: ({ proceeds }) => formatDollars(proceeds),
            Margin: ({ margin }) => formatDollars(margin),
            Losses: lossesOf,
            Result: ({ result }) => <strong>{formatDollars(result)}</strong>,
          }}
          size={({ cost }) => cost}
          hasContent={({ bought, paid, fees, proceeds, losses }) =>
            [bought, paid, fees, proceeds, losses].some(Boolean)
          }
        />
      )}
    </>
  )
}

function lossesOf({ losses, recovered }: BusinessSums) {
  return recovered === 0 ? (
    formatDollars(losses)
  ) : (
    <Amount dollars={losses} more={`${formatDollars(recovered)} recovered`} />
  )
}

/** With less of the cost settled, a rate can still rise much. */
const SETTLED_SHARE = 0.95

export function LossTable({ report }: { report: LossReport }) {
  const { by, rows } = report
  return (
    <>
      <p className="muted text-sm margin-top-3 margin-bottom-4">
        Of the cards that were approved in these months, the cost that is written off or charged back until now, also
        after the month was closed. A rate is final when all of its cards have an outcome: sold, redeemed or written
        off.
        {by === 'seller' && rows.length === MAX_REPORT_SELLERS && ` The ${MAX_REPORT_SELLERS} largest losses.`}
      </p>
      {rows.length === 0 ? (
        <StateMessage title={by === 'seller' ? 'No seller with a loss' : 'Nothing in these months'} />
      ) : (
        <ReportTable
          name="Loss rate"
          report={report}
          lines={by === 'month' ? 'Month of approval' : undefined}
          nameOf={by === 'seller' ? sellerLink : undefined}
          figures={{
            Bought: ({ cost, bought }) => <Amount dollars={cost} more={counted(bought, 'card')} />,
            'With an outcome': ({ outcomeShare }) => percentOf(outcomeShare),
            'Written off': ({ writtenOff }) => formatDollars(writtenOff),
            Recovered: ({ recovered }) => formatDollars(recovered),
            'Loss rate': ({ lossRate, outcomeShare }) => (
              <span>
                <strong>{percentOf(lossRate)}</strong>
                {outcomeShare !== null && outcomeShare < SETTLED_SHARE && <span className="subline">so far</span>}
              </span>
            ),
          }}
          size={({ lossRate }) => lossRate ?? 0}
          hasContent={({ cost, writtenOff }) => cost !== 0 || writtenOff !== 0}
        />
      )}
    </>
  )
}

function sellerLink({ key, name }: Pick<LossReport['rows'][number], 'key' | 'name'>) {
  return (
    <Link to="/admin/users/$id" params={{ id: key }}>
      {name}
    </Link>
  )
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** '2.5%', or a dash when there is no share. */
function percentOf(share: number | null) {
  return share === null ? '–' : percent.format(share)
}
