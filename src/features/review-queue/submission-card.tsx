import type { ReactNode } from 'react'
import { fileDownloadUrl, fileUrl } from '#client/lib/file-url.ts'
import { formatDate, formatDateTime } from '#client/lib/format.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars } from '#shared/money.ts'
import { removedMessages } from '#shared/removed.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import { viewingText } from './review/use-review.ts'
import { DECIDE_KEY } from './review/use-review-shortcuts.ts'
import { SubmissionAge } from './submission-age.tsx'
import styles from './submission-card.module.css'
import { CardFacts, ContactFacts, PayoutFacts } from './submission-facts.tsx'
import { SubmissionHistory } from './submission-history.tsx'

type Props = {
  submission: Submission
  now: number
  /** Names of colleagues who are viewing it. */
  viewers: readonly string[]
  onDecide: (submission: Submission) => void
}

/** One submission of the queue: files, card, payout, contact and the button for the decision. */
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

/**
 * The uploaded files of a submission by name. Photos show the whole card and every view is audited, so they load only
 * on request.
 */
function SubmissionFiles({ submission }: { submission: Pick<Submission, 'uploadedFiles' | 'removedAt'> }) {
  const { uploadedFiles: files, removedAt } = submission
  const { mayReview } = useStaffPermissions()
  if (files.length === 0)
    return <p className={styles.none}>{removedAt ? removedMessages.label : 'No files uploaded'}</p>
  return (
    <ul className={styles.fileList} aria-label="Uploaded files">
      {files.map(({ id, fileName, fileSize, mimeType, uploadedAt }) => (
        <li key={id} className={styles.file}>
          <p className={styles.name} title={fileName}>
            {fileName}
          </p>
          <p className={styles.facts}>
            {mimeType === 'application/pdf' ? 'PDF' : 'Photo'}, {formatFileSize(fileSize)},{' '}
            <time dateTime={uploadedAt}>{formatDate(uploadedAt)}</time>
          </p>
          {mayReview && (
            <p className={styles.actions}>
              <a className={buttonClass('quiet', 'small')} href={fileUrl(id)} target="_blank" rel="noreferrer">
                View<span className="visually-hidden"> {fileName} in a new tab</span>
              </a>
              <a className={buttonClass('quiet', 'small')} href={fileDownloadUrl(id)} download={fileName}>
                Download<span className="visually-hidden"> {fileName}</span>
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
