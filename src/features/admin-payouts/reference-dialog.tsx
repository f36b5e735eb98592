import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { payoutMessages } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { PayoutFormDialog } from './payout-dialog.tsx'
import { ReferenceField } from './payout-fields.tsx'
import { useStepOutcome } from './use-step-outcome.ts'

type ReferenceDialogProps = { payout: Payout; onClose: () => void }

/** Corrects the reference of a payment by hand. */
export function ReferenceDialog({ payout, onClose }: ReferenceDialogProps) {
  const { id, version, reference: former = '' } = payout
  const toast = useToast()
  const form = useForm({ reference: former }, ({ reference }) => {
    if (reference.trim() === '') return { message: payoutMessages.referenceMissing, field: 'reference' }
    return reference.trim() === former ? { message: payoutMessages.sameReference, field: 'reference' } : undefined
  })
  const corrected = () => {
    toast({ title: 'The reference is corrected.' })
    onClose()
  }
  const correct = trpc.payouts.correctReference.useMutation(useStepOutcome(form, corrected, 'reference'))
  return (
    <PayoutFormDialog
      payout={payout}
      title="Correct reference"
      text="The audit log keeps the former reference."
      action="Correct reference"
      form={form}
      isPending={correct.isPending}
      onSubmit={(values) => correct.mutate({ id, version, ...values })}
      onClose={onClose}
    >
      <ReferenceField {...form.bind('reference')} hint="The customer reads it. No email is sent." />
    </PayoutFormDialog>
  )
}
