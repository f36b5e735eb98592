import { Dialog } from '#client/ui/dialog.tsx'
import { formatDollars } from '#shared/money.ts'
import type { Submission } from '#shared/submission.ts'
import { StatusForm } from './status-form.tsx'
import { useSetStatus } from './use-set-status.ts'

type Props = {
  /** The submission as it stood when the dialog opened, or as it stands after a save or a conflict. */
  submission: Submission
  onChanged: (now: Submission) => void
  onClose: () => void
}

/** The Update Status dialog of one submission. It cannot be closed while the decision is being saved. */
export function StatusDialog({ submission, onChanged, onClose }: Props) {
  const { save, isSaving, outcome } = useSetStatus(submission, onChanged)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSaving && onClose()}
      locked={isSaving}
      title="Update Status"
      description={
        <>
          <span className="mono">{submission.id}</span>, {submission.cardType} {formatDollars(submission.cardValue)}
        </>
      }
    >
      <StatusForm submission={submission} outcome={outcome} isSaving={isSaving} onSave={save} onClose={onClose} />
    </Dialog>
  )
}
