import { useOrderCall } from '#client/calls/use-order-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { formatDollars } from '#shared/money.ts'
import type { TransactionPayout } from '#shared/order-payout-schema.ts'
import { withdrawalMessages } from '#shared/withdrawal.ts'

/** The answer may be lost, and not the request. */
const unreached = "We couldn't reach the server. Look at the status of the order before you try again."

type WithdrawDialogProps = {
  orderId: string
  payout: TransactionPayout | undefined
  onClose: () => void
  onWithdrawn: () => void
}

export function WithdrawDialog({ orderId, payout, onClose, onWithdrawn }: WithdrawDialogProps) {
  const withdraw = trpc.transactions.withdraw.useMutation(
    useOrderCall(orderId, {
      toast: { title: 'Order withdrawn', description: 'We erased your card details. We confirm it by email.' },
      onDone: () => {
        onWithdrawn()
        onClose()
      },
    }),
  )
  const { error } = withdraw
  // A reviewer who looks at the order may leave it as it is.
  const isOver = error?.data?.code === 'conflict' && error.message !== withdrawalMessages.beingChecked
  return (
    <ConfirmDialog
      title="Withdraw this order?"
      description={`You take your card back, and we pay nothing for it${payout?.isOwed ? `: you give up the ${formatDollars(payout.amount)} that we still owe you for this order` : ''}. We erase its number, its code and its photos at once. This can't be undone, but you can sell the card again any time.`}
      action="Withdraw order"
      pendingAction="Withdrawing..."
      cancel="Keep the order"
      isDanger
      firstFocus="title"
      call={withdraw}
      failed="Error"
      unreached={unreached}
      isOver={isOver}
      onConfirm={() => withdraw.mutate({ id: orderId })}
      onClose={onClose}
    />
  )
}
