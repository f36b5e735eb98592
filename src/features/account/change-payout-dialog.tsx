import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
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

const changeFailed = { title: 'Error', message: "We couldn't change how you are paid. Please try again." }

type ChangePayoutDialogProps = { orderId: string; onClose: () => void }

/** Has a customer whose payout failed or came back choose where it goes instead. */
export function ChangePayoutDialog({ orderId, onClose }: ChangePayoutDialogProps) {
  const { data: saved = [] } = trpc.account.paymentMethods.useQuery()
  const form = useForm(
    { ...emptyPaymentMethod, savedMethodId: '' },
    (draft) => (draft.savedMethodId === '' ? paymentMethodProblem(draft) : undefined) ?? missingPassword(draft),
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
    <FormDialog
      size="small"
      title="Choose another way to be paid"
      description="The same amount goes out again. Your card isn't checked again."
      action="Pay me this way"
      pendingAction="Saving..."
      form={form}
      isPending={change.isPending}
      onSubmit={({ savedMethodId, currentPassword, ...draft }) => {
        const choice = savedMethodId === '' ? { method: payoutOf(draft) } : { savedMethodId }
        change.mutate({ id: orderId, currentPassword, ...choice })
      }}
      onClose={onClose}
    >
      {saved.length > 0 && (
        <SelectField label="Pay to" {...form.bind('savedMethodId')}>
          <option value="">Another account</option>
          {saved.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      {form.values.savedMethodId === '' && <PaymentMethodFields form={form} />}
      <DestinationPassword form={form} hint="Confirm it's you. To protect you, the payout waits for a while." />
    </FormDialog>
  )
}
