import { Dialog } from '#client/ui/dialog.tsx'
import { AddPaymentMethodForm } from './add-payment-method-form.tsx'

type AddPaymentMethodDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The add form in a dialog, opened from the mobile menu. Closes once the method is saved. */
export function AddPaymentMethodDialog({ open, onOpenChange }: AddPaymentMethodDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="small" title="Add Payment Method">
      <AddPaymentMethodForm onAdded={() => onOpenChange(false)} />
    </Dialog>
  )
}
