import { trpc } from '#client/lib/trpc.ts'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { Payout } from '#shared/payout-schema.ts'
import { sumText } from './paypal-choice.ts'
import { failureText, useReadAgain } from './use-payouts.ts'

type SendDialogProps = { payouts: readonly Payout[]; onClose: () => void }

/** Asks before payouts are sent by PayPal: all of them, or none if one cannot be sent. */
export function SendDialog({ payouts, onClose }: SendDialogProps) {
  const readAgain = useReadAgain()
  const toast = useToast()
  const sum = sumText(payouts)
  const send = trpc.payouts.sendNow.useMutation({
    onSuccess: () => {
      toast({ title: `${sum} is being sent by PayPal.` })
      onClose()
    },
    onSettled: readAgain,
  })
  return (
    <ConfirmDialog
      size="medium"
      title={`Send ${sum} by PayPal`}
      description={payouts.length === 1 ? 'One payout' : `${payouts.length} payouts`}
      firstFocus="title"
      problem={send.error && { message: failureText(send.error) }}
      isPending={send.isPending}
      action="Send"
      cancel="Close"
      onConfirm={() => send.mutate({ ids: payouts.map(({ id }) => id) })}
      onClose={onClose}
    >
      <ul className="stack gap-2 plain breaks">
        {payouts.map(({ id, amount, customer, destination }) => (
          <li key={id}>
            <span className="mono">{id}</span> {sumText([{ amount }])} for {customer.name}
            {destination && `, to ${destination}`}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
