import { useOrderCall } from '#client/calls/use-order-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import {
  DestinationPassword,
  emptyPaymentMethod,
  missingPassword,
  PaymentMethodFields,
  paymentMethodProblem,
  payoutOf,
} from './add-payment-method-form.tsx'

const changeFailed = { title: 'Error', message: "We couldn't change how you are paid. Please try again." }

export function ChangePayoutDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { data: saved = [] } = trpc.account.paymentMethods.useQuery()
  const form = useForm(
    { ...emptyPaymentMethod, savedMethodId: '' },
    (draft) => (draft.savedMethodId === '' ? paymentMethodProblem(draft) : undefined) ?? missingPassword(draft),
  )
  const change = trpc.transactions.changePayout.useMutation(
    useOrderCall(orderId, {
      form,
      failed: changeFailed,
      toast: { title: 'Success', description: 'Your payout goes out again the new way, after a while.' },
      onDone: onClose,
    }),
  )
  return (
    <FormDialog
      size="small"
      title="Choose another way to be paid"
      description="The same amount goes out again. Your card isn't checked again."
      action="Pay me this way"
      pendingAction="Saving..."
      form={form}
      call={change}
      onSubmit={({ savedMethodId, currentPassword, ...draft }) => {
        const choice = savedMethodId === '' ? { method: payoutOf(draft) } : { savedMethodId }
        change.mutate({ id: orderId, currentPassword, ...choice })
      }}
      onClose={onClose}
    >
      {saved.length > 0 && (
        <SelectField
          {...form.bind('savedMethodId')}
          label="Pay to"
          options={[
            { value: '', name: 'Another account' },
            ...saved.map(({ id, label }) => ({ value: id, name: label })),
          ]}
        />
      )}
      {form.values.savedMethodId === '' && <PaymentMethodFields form={form} />}
      <DestinationPassword form={form} hint="Confirm it's you. To protect you, the payout waits for a while." />
    </FormDialog>
  )
}
