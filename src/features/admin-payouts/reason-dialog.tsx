import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import type { Payout } from '#shared/payout-schema.ts'
import { PayoutFormDialog } from './payout-dialog.tsx'
import { ReasonField } from './payout-fields.tsx'
import { useStepOutcome } from './use-step-outcome.ts'

const steps = {
  hold: {
    title: 'Hold payout',
    text: 'It is not sent until a colleague lifts the hold.',
    action: 'Hold payout',
  },
  cancel: {
    title: 'Cancel payout',
    text: 'Nothing is owed for it any more. The order is pending again, with this reason as a note; the customer reads that we look at the card once more.',
    action: 'Cancel payout',
  },
  'cancel-unclaimed': {
    title: 'Cancel at PayPal',
    text: 'The receiver has not claimed it. PayPal takes it back; then the order fails, and the customer can choose another way to be paid.',
    action: 'Cancel at PayPal',
  },
  'close-debt': {
    title: 'Close debt',
    text: 'Nothing is owed for it any more, and the customer is not paid.',
    action: 'Close debt',
  },
} as const
export type ReasonStep = keyof typeof steps

type ReasonDialogProps = { step: ReasonStep; payout: Payout; onClose: () => void }

/** A step that needs a reason, which only staff read. */
export function ReasonDialog({ step, payout, onClose }: ReasonDialogProps) {
  const { id, version } = payout
  const form = useForm({ note: '' }, undefined, { required: { note: 'Enter why.' } })
  const outcome = useStepOutcome(form, onClose)
  const mutations = {
    hold: trpc.payouts.hold.useMutation(outcome),
    cancel: trpc.payouts.cancel.useMutation(outcome),
    'cancel-unclaimed': trpc.payouts.cancelUnclaimed.useMutation(outcome),
    'close-debt': trpc.payouts.closeDebt.useMutation(outcome),
  }
  const { mutate, isPending } = mutations[step]
  return (
    <PayoutFormDialog
      payout={payout}
      {...steps[step]}
      form={form}
      isPending={isPending}
      isDanger={step !== 'hold'}
      onSubmit={({ note }) => mutate({ id, version, note })}
      onClose={onClose}
    >
      <ReasonField {...form.bind('note')} />
    </PayoutFormDialog>
  )
}
