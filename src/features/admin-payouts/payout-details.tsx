import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { FailedLine, QueryState } from '#client/ui/query-state.tsx'
import { RowButton } from '#client/ui/row-button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Payout } from '#shared/payout-schema.ts'
import { AttemptList } from './attempt-list.tsx'
import type { PayoutStep } from './payout-buttons.tsx'
import styles from './payout-row.module.css'
import { TransferTable } from './transfer-table.tsx'

type PayoutDetailsProps = { payout: Payout; onStep: (step: PayoutStep) => void }

export function PayoutDetails({ payout, onStep }: PayoutDetailsProps) {
  const query = trpc.payouts.get.useQuery({ id: payout.id })
  return (
    <div id={`details-${payout.id}`} className={`stack gap-3 ${styles.details}`}>
      <Facts payout={payout} />
      {payout.state === 'paid' && payout.provider === 'hand' && (
        <div>
          <RowButton of={payout.id} onClick={() => onStep({ kind: 'correct-reference' })}>
            Correct reference...
          </RowButton>
        </div>
      )}
      <QueryState
        query={query}
        loading={<Skeleton lines={3} label="Loading the transfers..." />}
        failed={({ retry }) => <FailedLine retry={retry}>We couldn't load the transfers.</FailedLine>}
      >
        {({ attempts, transfers }) => (
          <>
            <AttemptList payoutId={payout.id} attempts={attempts} />
            <TransferTable transfers={transfers} name={`Transfers of ${payout.id}`} />
          </>
        )}
      </QueryState>
    </div>
  )
}

function Facts({ payout }: { payout: Payout }) {
  const { customer, payeeName, sentAt, endedAt, reference } = payout
  const facts: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Payee', payeeName],
    ['Email', customer.email],
    ['Reference', reference],
    ['Sent', sentAt && formatDateTime(sentAt)],
    ['Ended', endedAt && formatDateTime(endedAt)],
  ]
  return (
    <dl className={`facts stack gap-1 breaks ${styles.facts}`}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="cluster stretch gap-3 row-gap-0">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
