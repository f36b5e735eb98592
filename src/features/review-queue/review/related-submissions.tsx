import { Link } from '@tanstack/react-router'
import { formatDate } from '#client/lib/format.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { formatDollars } from '#shared/money.ts'
import type { FlagKind } from '#shared/review.ts'
import type { OtherSubmission, ReviewFlag } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import styles from './review.module.css'

const kindMessages: Readonly<Record<FlagKind, string>> = {
  'same-card': 'Same card number',
  'same-photo': 'Same photo',
  'same-payout': 'Same payout account',
}

/** Further flags are collapsed, so that they do not push the rest of the submission out of view. */
const SHOWN = 5

type OtherSubmissionsProps = {
  submissions: readonly OtherSubmission[]
  total: number
  onOpen: (id: string, how: { isThere: boolean }) => void
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

type ReviewFlagsProps = { flags: readonly ReviewFlag[]; onOpen: (id: string, how: { isThere: boolean }) => void }

/** Other submissions with the same card, photo or payout account: a hint, not a decision. */
export function ReviewFlags({ flags, onOpen }: ReviewFlagsProps) {
  if (flags.length === 0) return null
  const more = flags.slice(SHOWN)
  return (
    <section aria-label="Flags">
      <Notice tone="warn" title="Seen before">
        <FlagList flags={flags.slice(0, SHOWN)} onOpen={onOpen} />
        {more.length > 0 && (
          <details className={styles.more}>
            <summary>{more.length} more</summary>
            <FlagList flags={more} onOpen={onOpen} />
          </details>
        )}
      </Notice>
    </section>
  )
}

function FlagList({ flags, onOpen }: ReviewFlagsProps) {
  return (
    <ul className={styles.plain}>
      {flags.map(({ kind, submissionId, email, status, createdAt, isSameCustomer }) => (
        <li key={`${kind} ${submissionId}`}>
          <strong>{kindMessages[kind]}</strong> in <SubmissionLink id={submissionId} onOpen={onOpen} /> by{' '}
          {isSameCustomer ? 'the same customer' : email || 'a deleted account'},{' '}
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>{' '}
          <Tag tone={statusLabels[status].tone}>{statusLabels[status].name}</Tag>
        </li>
      ))}
    </ul>
  )
}

type SubmissionLinkProps = { id: string; onOpen: (id: string, how: { isThere: boolean }) => void }

/** A link that opens another submission here and keeps the filter. */
function SubmissionLink({ id, onOpen }: SubmissionLinkProps) {
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
