import type { ReactNode } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { useStaffPermissions } from '#client/lib/permissions.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars } from '#shared/money.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { DECIDE_KEY } from './queue-shortcuts.ts'
import { viewingText } from './review/viewing-text.ts'
import { SubmissionAge } from './submission-age.tsx'
import styles from './submission-card.module.css'
import { CardFacts, ContactFacts, PayoutFacts } from './submission-facts.tsx'
import { SubmissionFiles } from './submission-files.tsx'
import { SubmissionHistory } from './submission-history.tsx'

type Props = {
  submission: Submission
  now: number
  /** Names of colleagues who have it open. */
  viewers: readonly string[]
  onDecide: (submission: Submission) => void
}

/** One submission of the queue: photos, what was sold, who is paid and how, and the way to the decision. */
export function SubmissionCard({ submission, now, viewers, onDecide }: Props) {
  const isRegistration = submission.status === 'registered'
  const { mayReview } = useStaffPermissions()
  return (
    <article
      className={isRegistration ? styles.registration : styles.card}
      aria-labelledby={`order-${submission.id}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the articles of a feed take the focus
      tabIndex={0}
    >
      <CardHead submission={submission} now={now} viewers={viewers}>
        {!isRegistration && mayReview && (
          <Button size="small" variant="secondary" aria-keyshortcuts={DECIDE_KEY} onClick={() => onDecide(submission)}>
            Update Status<span className="visually-hidden"> of {submission.id}</span>
          </Button>
        )}
      </CardHead>
      <div className={styles.body}>
        {!isRegistration && (
          <div className={styles.files}>
            <SubmissionFiles submission={submission} />
          </div>
        )}
        {!isRegistration && <CardFacts submission={submission} />}
        <div className={styles.people}>
          {!isRegistration && <PayoutFacts submission={submission} />}
          <ContactFacts submission={submission} />
        </div>
      </div>
      {submission.statusReason && (
        <p className={styles.reason}>
          <span className="muted">Reason:</span> {submission.statusReason}
        </p>
      )}
      {!isRegistration && <SubmissionHistory submissionId={submission.id} />}
    </article>
  )
}

function CardHead({ submission, now, viewers, children }: Omit<Props, 'onDecide'> & { children: ReactNode }) {
  const { id, cardType, cardValue, cardCondition, email, createdAt, status } = submission
  const { name, tone } = statusLabels[status]
  return (
    <header className={styles.head}>
      <div className={styles.what}>
        <h3 id={`order-${id}`} className={styles.title}>
          {cardType} {status !== 'registered' && <span className={styles.value}>{formatDollars(cardValue)}</span>}
        </h3>
        <Tag tone={tone}>{name}</Tag>
        <SubmissionAge submission={submission} now={now} />
        {viewers.length > 0 && (
          <span className={styles.viewing}>
            <Icon name="eye" size={16} /> {viewingText(viewers)}
          </span>
        )}
      </div>
      <p className={styles.line}>
        <span className="mono">{id}</span>
        {cardCondition && <span>{conditionNames[cardCondition]}</span>}
        <span className={styles.email}>{email || 'Deleted account'}</span>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </p>
      <div className={styles.decide}>{children}</div>
    </header>
  )
}
