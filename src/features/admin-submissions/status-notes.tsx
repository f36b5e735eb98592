import { Notice } from '#client/ui/notice.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { formatDollars } from '#shared/money.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { Submission } from '#shared/submission.ts'
import styles from './status-form.module.css'
import type { StatusOutcome } from './use-set-status.ts'

/** How the last save went. After a conflict it also says how the submission stands now. */
export function StatusOutcomeNotice({ outcome, submission }: { outcome: StatusOutcome; submission: Submission }) {
  if (outcome.kind === 'none') return null
  if (outcome.kind === 'saved')
    return (
      <Notice tone="ok" role="status">
        {outcome.message}
      </Notice>
    )
  const { name, tone } = statusLabels[submission.status]
  return (
    <Notice tone={outcome.kind === 'conflict' ? 'warn' : 'bad'} role="alert">
      {outcome.message}
      {outcome.kind === 'conflict' && (
        <span className={styles.now}>
          Status now: <Tag tone={tone}>{name}</Tag> {submission.statusReason}
        </span>
      )}
    </Notice>
  )
}

/** The words the customer gets with the new status. */
export function ReasonPreview({ reason }: { reason: string }) {
  return (
    <p className={styles.preview}>
      The customer will read: <strong>{reason || 'Only the new status, no reason.'}</strong>
    </p>
  )
}

/** Completed means the money is out: amount and payee once more before the button is pressed. */
export function PaysOut({ submission: { payoutAmount, paymentLabel } }: { submission: Submission }) {
  return (
    <p className={styles.pays}>
      Completed says that <strong>{formatDollars(payoutAmount)}</strong> has been sent to {paymentLabel}.
    </p>
  )
}
