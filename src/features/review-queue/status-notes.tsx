import { formatDollars } from '#shared/money.ts'
import type { Submission } from '#shared/submission-schema.ts'
import styles from './status-form.module.css'

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
