import { formatDate } from '#client/lib/format.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { FlagKind } from '#shared/review.ts'
import type { ReviewFlag } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import styles from './review.module.css'
import { SubmissionLink } from './submission-link.tsx'

const kindMessages: Readonly<Record<FlagKind, string>> = {
  'same-card': 'Same card number',
  'same-photo': 'Same photo',
  'same-payout': 'Same payout account',
}

type Props = { flags: readonly ReviewFlag[]; onOpen: (id: string, how: { isThere: boolean }) => void }

/** More of them are a press away, so that they do not push the rest of the order out of sight. */
const SHOWN = 5

/** Other orders that share the card, a photo or the payout account: a reason to look, no decision. */
export function ReviewFlags({ flags, onOpen }: Props) {
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

function FlagList({ flags, onOpen }: Props) {
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
