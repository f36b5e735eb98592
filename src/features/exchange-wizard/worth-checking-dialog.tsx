import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import type { SubmissionWarning } from '#shared/submission-warnings.ts'
import styles from './upload-step.module.css'

type WorthCheckingDialogProps = {
  warnings: readonly SubmissionWarning[]
  onClose: () => void
  onFix: () => void
  onSend: () => void
}

export function WorthCheckingDialog({ warnings, onClose, onFix, onSend }: WorthCheckingDialogProps) {
  return (
    <ConfirmDialog
      title="Worth checking before you send it"
      description="Mistakes like these get cards rejected or payouts returned."
      firstFocus="action"
      action="Fix"
      cancel="Send anyway"
      onConfirm={onFix}
      onCancel={onSend}
      onClose={onClose}
    >
      <ul className={`stack gap-2 ${styles.points}`}>
        {warnings.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
