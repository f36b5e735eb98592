import type { ReactNode } from 'react'
import { counted } from '#client/lib/format.ts'
import { CountBar } from '#client/ui/count-bar.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { Table } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import { dimensionNames } from '#shared/report.ts'
import type { BusinessLine, BusinessReport, BusinessSums } from '#shared/report-schema.ts'
import { lineName, namesOfShown, shownRows } from './report-names.ts'

type Figure = { name: string; cell: (sums: BusinessSums) => ReactNode }

const figures: readonly Figure[] = [
  { name: 'Bought', cell: ({ cost, bought }) => <Amount dollars={cost} more={counted(bought, 'card')} /> },
  { name: 'Paid', cell: ({ paid, payouts }) => <Amount dollars={paid} more={counted(payouts, 'payout')} /> },
  { name: 'Fees', cell: ({ fees }) => formatDollars(fees) },
  { name: 'Proceeds', cell: ({ proceeds }) => formatDollars(proceeds) },
  { name: 'Margin', cell: ({ margin }) => formatDollars(margin) },
  { name: 'Losses', cell: lossesOf },
  { name: 'Result', cell: ({ result }) => <strong>{formatDollars(result)}</strong> },
]

export function BusinessTable({ report: { by, rows, total } }: { report: BusinessReport }) {
  const max = Math.max(...rows.map(({ cost }) => cost), 0.01)
  return (
    <>
      <p className="muted text-sm margin-top-3 margin-bottom-4">
        Each amount is in the month (UTC) in which it was recorded, so a month that has ended does not change.
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
        <Table
          name={`Business, ${namesOfShown[by]}`}
          narrow="labelled"
          rows={shownRows(by, rows, ({ bought, paid, fees, proceeds, losses }) => [
            bought,
            paid,
            fees,
            proceeds,
            losses,
          ])}
          rowKey={({ key }) => key}
          columns={[
            {
              name: dimensionNames[by],
              kind: 'bar',
              cell: (row) => <CountBar share={Math.max(row.cost, 0) / max}>{lineName(by, row)}</CountBar>,
            },
            ...figures.map(({ name, cell }) => ({
              name,
              kind: 'number' as const,
              cell: (row: BusinessLine) => cell(row),
            })),
          ]}
          foot={['All', ...figures.map(({ cell }) => cell(total))]}
        />
      )}
    </>
  )
}

function Amount({ dollars, more }: { dollars: number; more: string }) {
  return (
    <span>
      {formatDollars(dollars)} <span className="subline">{more}</span>
    </span>
  )
}

function lossesOf({ losses, recovered }: BusinessSums): ReactNode {
  return recovered === 0 ? (
    formatDollars(losses)
  ) : (
    <Amount dollars={losses} more={`${formatDollars(recovered)} recovered`} />
  )
}
