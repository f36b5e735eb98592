import { formatDateTime } from '#client/lib/format.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { reviewMessages } from '#shared/review.ts'
import type { ReviewPresence } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import { submissionMessages } from '#shared/submission.ts'
import type { StatusChange, Submission } from '#shared/submission-schema.ts'
import styles from './decision.module.css'

type NewerProps = {
  now: Submission
  /** The change that made it so, once it has been read. */
  change: StatusChange | undefined
  /** Given while the reviewer has not said yet that they know. */
  onSeen?: () => void
}

/** Somebody else decided meanwhile: how the order stands now, by whom and since when. What was typed stays. */
export function NewerNotice({ now, change, onSeen }: NewerProps) {
  const { name, tone } = statusLabels[now.status]
  return (
    <Notice tone="warn" role="alert" title={submissionMessages.statusConflict}>
      <div className={styles.inside}>
        <span className={styles.now}>
          Status now: <Tag tone={tone}>{name}</Tag> {now.statusReason}
        </span>
        {change && (
          <p>
            By {change.by}, <time dateTime={change.at}>{formatDateTime(change.at)}</time>
          </p>
        )}
        {onSeen ? (
          <Button variant="secondary" size="small" onClick={onSeen}>
            Decide on the new status
          </Button>
        ) : (
          <p>What you entered is still here. Save again to put it in the place of theirs.</p>
        )}
      </div>
    </Notice>
  )
}

type HeldProps = { holder: NonNullable<ReviewPresence['holder']>; isTaking: boolean; onTakeOver: () => void }

/** Somebody else has the order in hand. */
export function HeldNotice({ holder, isTaking, onTakeOver }: HeldProps) {
  return (
    <Notice tone="info" role="status" title={reviewMessages.deciding(holder.name)}>
      <div className={styles.inside}>
        <p>You can look at everything and write notes. Take over to decide yourself; they are told at once.</p>
        <Button variant="secondary" size="small" busy={isTaking} onClick={onTakeOver}>
          Take over
        </Button>
      </div>
    </Notice>
  )
}
