import { Dialog } from '#client/ui/dialog.tsx'
import { AddPaymentMethodForm } from './add-payment-method-form.tsx'

type AddPaymentMethodDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The add form by itself, for the side menu of phones; it closes once the method is saved. */
export function AddPaymentMethodDialog({ open, onOpenChange }: AddPaymentMethodDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="small" title="Add Payment Method">
      <AddPaymentMethodForm onAdded={() => onOpenChange(false)} />
    </Dialog>
  )
}
