import { Link } from '@tanstack/react-router'
import { LabelTag } from '#client/ui/badge.tsx'
import { Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars } from '#shared/money.ts'
import type { OtherSubmission } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import styles from './order-record.module.css'
import { useWorkspace } from './use-review-workspace.ts'

export function OtherSubmissions({ submissions, total }: { submissions: readonly OtherSubmission[]; total: number }) {
  if (submissions.length === 0)
    return (
      <section>
        <h4 className={styles.heading}>Other orders</h4>
        <p className="muted">This is the customer's only order.</p>
      </section>
    )
  return (
    <Table
      name="Other orders of this customer"
      title={
        <h4 className={styles.heading}>
          Other orders{' '}
          <span className="muted">
            {total > submissions.length ? `(newest ${submissions.length} of ${total})` : `(${total})`}
          </span>
        </h4>
      }
      rows={submissions}
      rowKey={({ id }) => id}
      columns={[
        { name: 'Order', cell: ({ id }) => <SubmissionLink id={id} /> },
        {
          name: 'Card',
          cell: ({ cardType, cardValue, createdAt }) => (
            <>
              {cardType} {formatDollars(cardValue)}
              <span className="subline">
                <Time at={createdAt} isDay />
              </span>
            </>
          ),
        },
        { name: 'Payout', cell: ({ payoutAmount }) => formatDollars(payoutAmount) },
        { name: 'Status', cell: ({ status }) => <LabelTag label={statusLabels[status]} /> },
      ]}
    />
  )
}

export function SubmissionLink({ id }: { id: string }) {
  const { open } = useWorkspace()
  return (
    <Link
      to="/admin"
      search={(old) => ({ ...old, view: 'review', id })}
      resetScroll={false}
      preload={false}
      className="mono"
      onClick={() => open(id, { isThere: true })}
    >
      {id}
    </Link>
  )
}
