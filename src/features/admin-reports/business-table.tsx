import { counted } from '#client/lib/format.ts'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { formatDollars } from '#shared/money.ts'
import type { BusinessReport, BusinessSums } from '#shared/report-schema.ts'
import { Amount, ReportTable } from './report-table.tsx'

export function BusinessTable({ report }: { report: BusinessReport }) {
  const { rows, total } = report
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
