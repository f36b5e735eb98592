import { Link } from '@tanstack/react-router'
import { formatDate } from '#client/lib/format.ts'
import { Tag } from '#client/ui/badge.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { formatDollars } from '#shared/money.ts'
import type { OtherSubmission } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import styles from './order-record.module.css'

export type OpenSubmission = (id: string, how: { isThere: boolean }) => void

type OtherSubmissionsProps = {
  submissions: readonly OtherSubmission[]
  total: number
  onOpen: OpenSubmission
}

/** Other submissions of this customer, newest first. */
export function OtherSubmissions({ submissions, total, onOpen }: OtherSubmissionsProps) {
  if (submissions.length === 0)
    return (
      <section>
        <h4 className={styles.heading}>Other orders</h4>
        <p className="muted">This is the customer's only order.</p>
      </section>
    )
  return (
    <ScrollRegion aria-label="Other orders of this customer" className={styles.scrolled}>
      <table className={styles.submissions}>
        <caption>
          Other orders{' '}
          <span className="muted">
            {total > submissions.length ? `(newest ${submissions.length} of ${total})` : `(${total})`}
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Card</th>
            <th scope="col">Payout</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {submissions.map(({ id, cardType, cardValue, payoutAmount, status, createdAt }) => (
            <tr key={id}>
              <th scope="row">
                <SubmissionLink id={id} onOpen={onOpen} />
              </th>
              <td>
                {cardType} {formatDollars(cardValue)}
                <time className={styles.date} dateTime={createdAt}>
                  {formatDate(createdAt)}
                </time>
              </td>
              <td>{formatDollars(payoutAmount)}</td>
              <td>
                <Tag tone={statusLabels[status].tone}>{statusLabels[status].name}</Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** A link that opens another submission here and keeps the filter. */
export function SubmissionLink({ id, onOpen }: { id: string; onOpen: OpenSubmission }) {
  return (
    <Link
      to="/admin"
      search={(old) => ({ ...old, view: 'review', id })}
      resetScroll={false}
      preload={false}
      className="mono"
      onClick={() => onOpen(id, { isThere: true })}
    >
      {id}
    </Link>
  )
}
