import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { formatDollars } from '#shared/money.ts'
import { payoutMessages, REFERENCE_MAX_LENGTH } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import styles from './dialogs.module.css'
import { PayoutDialog } from './payout-dialog.tsx'
import { failureText, useReadAgain } from './use-payouts.ts'

type ReferenceDialogProps = { payout: Payout; onClose: () => void }

/** Corrects the reference of a payment by hand. */
export function ReferenceDialog({ payout, onClose }: ReferenceDialogProps) {
  const { id, version, amount, customer, reference: former = '' } = payout
  const readAgain = useReadAgain()
  const toast = useToast()
  const form = useForm({ reference: former }, ({ reference }) => {
    if (reference.trim() === '') return { message: payoutMessages.referenceMissing, field: 'reference' }
    return reference.trim() === former ? { message: payoutMessages.sameReference, field: 'reference' } : undefined
  })
  const correct = trpc.payouts.correctReference.useMutation({
    onSuccess: () => {
      toast({ title: 'The reference is corrected.' })
      onClose()
    },
    onError: (error) => form.report({ message: failureText(error), ...(error.data?.field && { field: 'reference' }) }),
    onSettled: readAgain,
  })
  return (
    <PayoutDialog payout={{ id }} title="Correct reference" isPending={correct.isPending} onClose={onClose}>
      <Form form={form} isPending={correct.isPending} onSubmit={(values) => correct.mutate({ id, version, ...values })}>
        <p>
          {formatDollars(amount)} for {customer.name}. The audit log keeps the former reference.
        </p>
        <TextField
          {...form.bind('reference')}
          clean={withoutInvisible}
          label="Reference of the payment"
          hint="The customer reads it. No email is sent."
          autoComplete="off"
          spellCheck={false}
          maxLength={REFERENCE_MAX_LENGTH}
        />
        <div className={styles.buttons}>
          <SubmitButton pendingLabel="Saving...">Correct reference</SubmitButton>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Form>
    </PayoutDialog>
  )
}
