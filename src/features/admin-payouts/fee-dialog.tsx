import { trpc } from '#client/lib/trpc.ts'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { parseDollars } from '#shared/money.ts'
import { payoutMessages } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { PayoutFormDialog } from './payout-dialog.tsx'
import { FeeField, ReasonField } from './payout-fields.tsx'
import { useStepOutcome } from './use-step-outcome.ts'

type FeeDialogProps = { payout: Payout; onClose: () => void }

/** Corrects what PayPal took for a paid payout. */
export function FeeDialog({ payout, onClose }: FeeDialogProps) {
  const { id, version } = payout
  const form = useForm({ fee: '', note: '' }, ({ fee, note }): FormProblem | undefined => {
    if (parseDollars(fee) === null) return { message: payoutMessages.badFee, field: 'fee' }
    return note.trim() === '' ? { message: 'Enter why.', field: 'note' } : undefined
  })
  const correct = trpc.payouts.correctFee.useMutation(useStepOutcome(form, onClose))
  return (
    <PayoutFormDialog
      payout={payout}
      title="Correct fee"
      text="Enter all that PayPal took; the ledger gets the difference."
      action="Correct fee"
      form={form}
      isPending={correct.isPending}
      onSubmit={({ fee, note }) => correct.mutate({ id, version, fee: (parseDollars(fee) ?? 0) / 100, note })}
      onClose={onClose}
    >
      <FeeField {...form.bind('fee')} />
      <ReasonField {...form.bind('note')} />
    </PayoutFormDialog>
  )
}
