import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { parseDollars } from '#shared/money.ts'
import { payoutMessages } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { PayoutFormDialog } from './payout-dialog.tsx'
import { FeeField, ReferenceField } from './payout-fields.tsx'
import { failureText, useNewestPayout, useReadAgain } from './use-payouts.ts'
import { useStepOutcome } from './use-step-outcome.ts'

type SettleDialogProps = { payout: Payout; onClose: () => void }

/** Records the payment that a person has found at PayPal. */
export function SettlePaidDialog({ payout: opened, onClose }: SettleDialogProps) {
  const payout = useNewestPayout(opened)
  const { id, version } = payout
  const form = useForm({ reference: '', fee: '' }, ({ reference, fee }): FormProblem | undefined => {
    if (reference.trim() === '') return { message: payoutMessages.referenceMissing, field: 'reference' }
    const isFee = fee.trim() === '' || parseDollars(fee) !== null
    return isFee ? undefined : { message: payoutMessages.badFee, field: 'fee' }
  })
  const settle = trpc.payouts.settleUnknown.useMutation(useStepOutcome(form, onClose, 'reference'))
  return (
    <PayoutFormDialog
      payout={payout}
      title="PayPal has paid it"
      text="The order is completed."
      action="Record as paid"
      form={form}
      isPending={settle.isPending}
      onSubmit={({ reference, fee }) => {
        const cents = parseDollars(fee)
        settle.mutate({ id, version, outcome: 'paid', reference, ...(cents !== null && { fee: cents / 100 }) })
      }}
      onClose={onClose}
    >
      <ReferenceField {...form.bind('reference')} label="Transaction ID at PayPal" hint="The customer reads it." />
      <FeeField {...form.bind('fee')} optional />
    </PayoutFormDialog>
  )
}

/** Records that PayPal does not know a payout, which takes two colleagues. Then it is ready again. */
export function SettleUnpaidDialog({ payout: opened, onClose }: SettleDialogProps) {
  const { id, version, unpaidReportedBy } = useNewestPayout(opened)
  const [isSure, setIsSure] = useState(false)
  const readAgain = useReadAgain()
  const settle = trpc.payouts.settleUnknown.useMutation({ onSuccess: onClose, onSettled: readAgain })
  return (
    <ConfirmDialog
      title="PayPal does not know it"
      description={<span className="mono">{id}</span>}
      problem={settle.error && { message: failureText(settle.error) }}
      isPending={settle.isPending}
      action="Not sent"
      disabledReason={isSure ? undefined : 'Look for it at PayPal first'}
      cancel="Close"
      onConfirm={() => settle.mutate({ id, version, outcome: 'not-sent' })}
      onClose={onClose}
    >
      <p>
        {unpaidReportedBy
          ? `${unpaidReportedBy.name} said that PayPal does not know it. If you confirm it, the payout is ready again.`
          : 'Another colleague has to confirm it. Then the payout is ready again, and may be sent a second time.'}
      </p>
      <Checkbox
        label={`I have looked for ${id} at PayPal and found no payment`}
        checked={isSure}
        onCheckedChange={setIsSure}
      />
    </ConfirmDialog>
  )
}
