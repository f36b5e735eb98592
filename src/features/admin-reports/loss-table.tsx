import { Link } from '@tanstack/react-router'
import { counted } from '#client/lib/format.ts'
import { StateMessage } from '#client/ui/state-message.tsx'
import { formatDollars } from '#shared/money.ts'
import { MAX_REPORT_SELLERS } from '#shared/report.ts'
import type { LossReport } from '#shared/report-schema.ts'
import { Amount, ReportTable } from './report-table.tsx'

/** With less of the cost settled, a rate can still rise much. */
const SETTLED_SHARE = 0.95

export function LossTable({ report }: { report: LossReport }) {
  const { by, rows } = report
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
function percentOf(share: number | null): string {
  return share === null ? '–' : percent.format(share)
}
