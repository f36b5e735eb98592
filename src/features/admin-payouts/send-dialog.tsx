import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={send.isPending}
      title={`Send ${sum} by PayPal`}
      description={payouts.length === 1 ? 'One payout' : `${payouts.length} payouts`}
      firstFocus="title"
    >
      <ul className="stack gap-2 plain breaks">
        {payouts.map(({ id, amount, customer, destination }) => (
          <li key={id}>
            <span className="mono">{id}</span> {sumText([{ amount }])} for {customer.name}
            {destination && `, to ${destination}`}
          </li>
        ))}
      </ul>
      {send.error && (
        <Notice tone="bad" role="alert">
          {failureText(send.error)}
        </Notice>
      )}
      <div className="cluster gap-3 pad-top-2">
        <Button busy={send.isPending} onClick={() => send.mutate({ ids: payouts.map(({ id }) => id) })}>
          Send
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
