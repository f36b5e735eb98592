import type { ReactNode } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Payout } from '#shared/payout-schema.ts'

type PayoutDialogProps = {
  payout: Pick<Payout, 'id'>
  title: string
  /** It cannot be closed while its step is saved. */
  isPending: boolean
  onClose: () => void
  children: ReactNode
}

/** The small dialog of a step with one payout. */
export function PayoutDialog({ payout, title, isPending, onClose, children }: PayoutDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={isPending}
      title={title}
      description={<span className="mono">{payout.id}</span>}
      size="small"
    >
      {children}
    </Dialog>
  )
}
