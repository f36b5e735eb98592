import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { SubmissionWarning } from '#shared/submission-warnings.ts'
import styles from './upload-step.module.css'

type WorthCheckingDialogProps = {
  open: boolean
  warnings: readonly SubmissionWarning[]
  onClose: () => void
  /** Leads to the first of the warnings. */
  onFix: () => void
  onSend: () => void
}

/** Asks before an order with warnings is sent. */
export function WorthCheckingDialog({ open, warnings, onClose, onFix, onSend }: WorthCheckingDialogProps) {
  const fix = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Worth checking before you send it"
      description="Mistakes like these get cards rejected or payouts returned."
      size="small"
      firstFocus={fix}
    >
      <div className="stack">
        <ul className={styles.advice}>
          {warnings.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        <div className="cluster">
          <Button ref={fix} onClick={onFix}>
            Fix
          </Button>
          <Button variant="secondary" onClick={onSend}>
            Send anyway
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
