import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Submission } from '#shared/submission-schema.ts'
import { PaysOut } from '../status-form.tsx'
import styles from './decision.module.css'

type Props = { submission: Submission; onConfirm: () => void; onClose: () => void }

/** Asks for confirmation, because a completed payout cannot be undone. Enter confirms. */
export function ConfirmPayout({ submission, onConfirm, onClose }: Props) {
  const confirm = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      title="Confirm the payout"
      description={
        <>
          <span className="mono">{submission.id}</span>. This cannot be undone.
        </>
      }
      firstFocus={confirm}
    >
      <PaysOut submission={submission} />
      <div className={styles.asks}>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button ref={confirm} onClick={onConfirm}>
          Mark as Completed
        </Button>
      </div>
    </Dialog>
  )
}
