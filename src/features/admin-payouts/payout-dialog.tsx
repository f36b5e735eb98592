import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form, type FormState, SubmitButton } from '#client/ui/form.tsx'
import { formatDollars } from '#shared/money.ts'
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

type PayoutFormDialogProps<Values> = Omit<PayoutDialogProps, 'payout'> & {
  payout: Pick<Payout, 'id' | 'amount' | 'customer'>
  form: FormState<Values>
  onSubmit: (values: Values) => void
  /** What the step means, after the amount and the customer. */
  text: string
  /** The label of the button that takes the step. */
  action: string
  isDanger?: boolean
}

/** A `PayoutDialog` with the form of its step; `children` are the fields. */
export function PayoutFormDialog<Values>(props: PayoutFormDialogProps<Values>) {
  const { form, onSubmit, text, action, isDanger = false, children, ...dialog } = props
  const { payout, isPending, onClose } = dialog
  return (
    <PayoutDialog {...dialog}>
      <Form form={form} isPending={isPending} onSubmit={onSubmit}>
        <p>
          {formatDollars(payout.amount)} for {payout.customer.name}. {text}
        </p>
        {children}
        <div className="cluster gap-3 pad-top-2">
          <SubmitButton variant={isDanger ? 'danger' : 'primary'} pendingLabel="Saving...">
            {action}
          </SubmitButton>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Form>
    </PayoutDialog>
  )
}
