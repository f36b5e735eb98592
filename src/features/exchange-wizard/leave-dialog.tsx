import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

type LeaveDialogProps = { open: boolean; onStay: () => void; onLeave: () => void }

/** The question before unsent photos and card details are given up. */
export function LeaveDialog({ open, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onStay()}
      title="Leave this page?"
      description="Your photos and card details have not been submitted. They are not saved and will be lost."
      size="small"
    >
      <div className="row">
        <Button onClick={onStay}>Stay</Button>
        <Button variant="danger" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
