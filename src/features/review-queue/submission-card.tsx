import { useState } from 'react'
import { fileDownloadUrl, fileUrl } from '#client/lib/file-url.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { buttonClass, SmallButton } from '#client/ui/button.tsx'
import { PdfButton } from '#client/ui/file-link.tsx'
import { RowToggle } from '#client/ui/row-toggle.tsx'
import { Time } from '#client/ui/time.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars } from '#shared/money.ts'
import { needsDecision } from '#shared/queue.ts'
import { removedMessages } from '#shared/removed.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import { OrderTags, SubmissionAge, Viewers } from './order-tags.tsx'
import { queueDetails } from './remembered-queue.ts'
import { WarningMark } from './review/duplicate-warnings.tsx'
import { DECIDE_KEY, OPEN_KEY } from './review/use-review-shortcuts.ts'
import { useWorkspace } from './review/use-review-workspace.ts'
import styles from './submission-card.module.css'
import { OrderFacts, SubmissionHistory } from './submission-facts.tsx'

type Props = { submission: Submission }

export function SubmissionCard({ submission }: Props) {
  const { setDeciding } = useWorkspace()
  const { id, cardType, cardValue, payoutAmount, email, createdAt, status } = submission
  const isRegistration = status === 'registered'
  const { mayReview } = useStaffPermissions()
  const [isOpen, toggle] = useDetails()
  return (
    <article
      className={`line-top ${isRegistration ? `muted ${styles.registration}` : styles.card}`}
      aria-labelledby={`order-${id}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the articles of a feed take the focus
      tabIndex={0}
    >
      <header className={styles.row}>
        <h3 id={`order-${id}`} className="shrinks text-base">
          <RowToggle isOpen={isOpen} controls={`details-${id}`} shortcut={OPEN_KEY} onToggle={toggle}>
            {cardType} {!isRegistration && <span className={styles.value}>{formatDollars(cardValue)}</span>}
          </RowToggle>
        </h3>
        <span className={`cluster ${styles.status}`}>
          <OrderTags submission={submission} />
          <WarningMark id={id} />
        </span>
        <span className={`nowrap ${styles.time}`}>
          {needsDecision(submission) ? (
            <SubmissionAge submission={submission} />
          ) : (
            <Time at={createdAt} className="muted" />
          )}
        </span>
        <span className={`money tabular strong align-end nowrap ${styles.payout}`}>
          {!isRegistration && formatDollars(payoutAmount)}
        </span>
        <span className={`ellipsis nowrap ${styles.person}`}>{email || 'Deleted account'}</span>
        <span className={`mono muted nowrap ${styles.reference}`}>{id}</span>
        <div className={styles.decide}>
          {!isRegistration && mayReview && (
            <SmallButton aria-keyshortcuts={DECIDE_KEY} onClick={() => setDeciding(submission)}>
              Update Status<span className="visually-hidden"> of {id}</span>
            </SmallButton>
          )}
        </div>
        <Viewers id={id} className={styles.viewing} />
      </header>
      {isOpen && <CardDetails submission={submission} />}
    </article>
  )
}

function useDetails() {
  const all = queueDetails.use() === 'open'
  const [own, setOwn] = useState<{ all: boolean; isOpen: boolean }>()
  const isOpen = own?.all === all ? own.isOpen : all
  return [isOpen, () => setOwn({ all, isOpen: !isOpen })] as const
}

function CardDetails({ submission }: Props) {
  const { problemsOf } = useWorkspace()
  const { id, cardCondition, email, createdAt, status, statusReason } = submission
  const isRegistration = status === 'registered'
  return (
    <div id={`details-${id}`} className={styles.details}>
      <p className={`cluster baseline gap-0 muted breaks any-width ${styles.line}`}>
        <span className="mono">{id}</span>
        {cardCondition && <span>{conditionNames[cardCondition]}</span>}
        <span>{email || 'Deleted account'}</span>
        <Time at={createdAt} />
      </p>
      <div className={`pad-top-3 ${styles.body}`}>
        {!isRegistration && (
          <div className={styles.files}>
            <SubmissionFiles submission={submission} />
          </div>
        )}
        <OrderFacts submission={submission} />
      </div>
      {statusReason && (
        <p className={`pad-top-3 ${styles.reason}`}>
          <span className="muted">Reason:</span> {statusReason}
        </p>
      )}
      {problemsOf(submission)}
      {!isRegistration && <SubmissionHistory submissionId={id} />}
    </div>
  )
}

/** Photos show the whole card and every view is audited, so they load only on request. */
function SubmissionFiles({ submission }: { submission: Pick<Submission, 'uploadedFiles' | 'removedAt'> }) {
  const { uploadedFiles: files, removedAt } = submission
  const { mayReview } = useStaffPermissions()
  if (files.length === 0) return <p className="muted">{removedAt ? removedMessages.label : 'No files uploaded'}</p>
  return (
    <ul className="stack gap-0 plain lines-between" aria-label="Uploaded files">
      {files.map(({ id, fileName, fileSize, mimeType, uploadedAt }) => (
        <li key={id} className={`pad-block-2 shrinks ${styles.upload}`}>
          <p className="strong nowrap ellipsis" title={fileName}>
            {fileName}
          </p>
          <p className="muted">
            {mimeType === 'application/pdf' ? 'PDF' : 'Photo'}, {formatFileSize(fileSize)},{' '}
            <Time at={uploadedAt} isDay />
          </p>
          {mayReview && (
            <p className={`row stretch gap-1 ${styles.actions}`}>
              {mimeType === 'application/pdf' ? (
                <PdfButton id={id} name={fileName} className={buttonClass('quiet', 'small')}>
                  View<span className="visually-hidden"> {fileName}</span>
                </PdfButton>
              ) : (
                <a className={buttonClass('quiet', 'small')} href={fileUrl(id)} target="_blank" rel="noreferrer">
                  View<span className="visually-hidden"> {fileName} in a new tab</span>
                </a>
              )}
              <a className={buttonClass('quiet', 'small')} href={fileDownloadUrl(id)} download>
                Download<span className="visually-hidden"> {fileName}</span>
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
