import type { Ref } from 'react'
import { Tag } from '#client/ui/badge.tsx'
import { nextStep } from '#shared/next-step.ts'
import { statusMailText } from '#shared/status-email-messages.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import styles from './decision.module.css'

type Props = { submission: Submission; status: ReviewStatus; reason: string; ref?: Ref<HTMLElement> }

/** Exactly what the customer will read: on the page of the order, and in the mail. */
export function CustomerPreview({ submission, status, reason, ref }: Props) {
  const { name, tone } = statusLabels[status]
  const isNews = status !== submission.status || (reason || null) !== submission.statusReason
  const mail = statusMailText(status, submission.cardType)
  return (
    <section ref={ref} tabIndex={-1} className={styles.preview} aria-label="The customer will read">
      <h4>The customer will read</h4>
      <p>
        <Tag tone={tone}>{name}</Tag>
      </p>
      <p className={reason ? styles.quotation : 'muted'}>{reason || 'Only the new status, no reason.'}</p>
      <p>{nextStep(status, reason || null).words}</p>
      {isNews ? (
        <details>
          <summary>The mail to them</summary>
          <p>
            <strong>{mail.subject(submission.id)}</strong>
          </p>
          <p>{mail.heading}</p>
          {reason && <p className={styles.quotation}>{reason}</p>}
          <p>{mail.paragraph}</p>
        </details>
      ) : (
        <p className="muted">Nothing changes for them, so no mail goes out.</p>
      )}
    </section>
  )
}
