import type { ComponentProps } from 'react'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { formatDollars } from '#shared/money.ts'
import type { Payout } from '#shared/payout-schema.ts'

type FormDialogProps<Values> = ComponentProps<typeof FormDialog<Values>>
type PayoutFormDialogProps<Values> = Omit<FormDialogProps<Values>, 'cancel' | 'pendingAction'> & {
  payout: Pick<Payout, 'id' | 'amount' | 'customer'>
  /** What becomes of the money, in the sentence of amount and customer. */
  fact?: string | undefined
  /** What the step means, after that sentence. */
  text?: string
}

/** The dialog of a step with one payout; `children` are the fields. */
export function PayoutFormDialog<Values>({ payout, fact, text, children, ...rest }: PayoutFormDialogProps<Values>) {
  return (
    <FormDialog
      size="small"
      description={<span className="mono">{payout.id}</span>}
      pendingAction="Saving..."
      cancel="Close"
      {...rest}
    >
      <p>
        {formatDollars(payout.amount)} for {payout.customer.name}
        {fact}. {text}
      </p>
      {children}
    </FormDialog>
  )
}
