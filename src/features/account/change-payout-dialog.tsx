import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { accountFailure } from './account-failure.ts'
import {
  DestinationPassword,
  emptyPaymentMethod,
  missingPassword,
  PaymentMethodFields,
  paymentMethodProblem,
  payoutOf,
} from './add-payment-method-form.tsx'

const title = 'Choose another way to be paid'
const changeFailed = { title: 'Error', message: "We couldn't change how you are paid. Please try again." }

type ChangePayoutDialogProps = { orderId: string; onClose: () => void }

/** Has a customer whose payout failed or came back choose where it goes instead. */
export function ChangePayoutDialog({ orderId, onClose }: ChangePayoutDialogProps) {
  const { data: saved = [] } = trpc.account.paymentMethods.useQuery()
  const [savedId, setSavedId] = useState('')
  const form = useForm(
    emptyPaymentMethod,
    (draft) => (savedId === '' ? paymentMethodProblem(draft) : undefined) ?? missingPassword(draft),
  )
  const utils = trpc.useUtils()
  const toast = useToast()
  const change = trpc.transactions.changePayout.useMutation({
    onSuccess: (transaction) => {
      utils.transactions.get.setData({ id: orderId }, transaction)
      void utils.transactions.list.invalidate()
      toast({ title: 'Success', description: 'Your payout goes out again the new way, after a while.' })
      onClose()
    },
    onError: (error) => {
      form.report(accountFailure(error, changeFailed))
      // A conflict means that the shown order is outdated.
      if (error.data?.code === 'conflict') void utils.transactions.get.invalidate({ id: orderId })
    },
  })
  return (
    <Dialog
      onClose={onClose}
      locked={change.isPending}
      size="small"
      title={title}
      description="The same amount goes out again. Your card isn't checked again."
    >
      <Form
        form={form}
        isPending={change.isPending}
        onSubmit={(draft) => {
          const choice = savedId === '' ? { method: payoutOf(draft) } : { savedMethodId: savedId }
          change.mutate({ id: orderId, currentPassword: draft.currentPassword, ...choice })
        }}
        aria-label={title}
      >
        {saved.length > 0 && (
          <SelectField label="Pay to" name="savedMethodId" value={savedId} onValueChange={setSavedId}>
            <option value="">Another account</option>
            {saved.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        {savedId === '' && <PaymentMethodFields form={form} />}
        <DestinationPassword form={form} hint="Confirm it's you. To protect you, the payout waits for a while." />
        <div>
          <SubmitButton pendingLabel="Saving...">Pay me this way</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}
