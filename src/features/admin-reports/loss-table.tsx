import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted } from '#client/lib/format.ts'
import { CountBar } from '#client/ui/count-bar.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Table } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import { dimensionNames, MAX_REPORT_SELLERS } from '#shared/report.ts'
import type { LossLine, LossReport, LossSums } from '#shared/report-schema.ts'
import { lineName, namesOfShown, percentOf, shownRows } from './report-names.ts'

/** With less of the cost settled, a rate can still rise much. */
const SETTLED_SHARE = 0.95

type Figure = { name: string; cell: (sums: LossSums) => ReactNode }

const figures: readonly Figure[] = [
  {
    name: 'Bought',
    cell: ({ cost, bought }) => (
      <span>
        {formatDollars(cost)} <span className="subline">{counted(bought, 'card')}</span>
      </span>
    ),
  },
  { name: 'With an outcome', cell: ({ outcomeShare }) => percentOf(outcomeShare) },
  { name: 'Written off', cell: ({ writtenOff }) => formatDollars(writtenOff) },
  { name: 'Recovered', cell: ({ recovered }) => formatDollars(recovered) },
  {
    name: 'Loss rate',
    cell: ({ lossRate, outcomeShare }) => (
      <span>
        <strong>{percentOf(lossRate)}</strong>
        {outcomeShare !== null && outcomeShare < SETTLED_SHARE && <span className="subline">so far</span>}
      </span>
    ),
  },
]

export function LossTable({ report: { by, rows, total } }: { report: LossReport }) {
  const max = Math.max(...rows.map(({ lossRate }) => lossRate ?? 0), 0.0001)
  return (
    <>
      <p className="muted text-sm margin-top-3 margin-bottom-4">
        Of the cards that were approved in these months (UTC), the cost that is written off or charged back until now. A
        rate is final when all of its cards have an outcome: sold, redeemed or written off.
        {by === 'seller' && rows.length === MAX_REPORT_SELLERS && ` The ${MAX_REPORT_SELLERS} largest losses.`}
      </p>
      {rows.length === 0 ? (
        <StateMessage title={by === 'seller' ? 'No seller with a loss' : 'Nothing in these months'} />
      ) : (
        <Table
          name={`Loss rate, ${namesOfShown[by]}`}
          narrow="labelled"
          rows={shownRows(by, rows, ({ cost, writtenOff }) => [cost, writtenOff])}
          rowKey={({ key }) => key}
          columns={[
            {
              name: by === 'month' ? 'Month of approval' : dimensionNames[by],
              kind: 'bar',
              cell: (row) => <CountBar share={(row.lossRate ?? 0) / max}>{nameOf(by, row)}</CountBar>,
            },
            ...figures.map(({ name, cell }) => ({ name, kind: 'number' as const, cell: (row: LossLine) => cell(row) })),
          ]}
          foot={['All', ...figures.map(({ cell }) => cell(total))]}
        />
      )}
    </>
  )
}

function nameOf(by: LossReport['by'], row: LossLine): ReactNode {
  if (by !== 'seller') return lineName(by, row)
  return (
    <Link to="/admin/users/$id" params={{ id: row.key }}>
      {row.name}
    </Link>
  )
}
