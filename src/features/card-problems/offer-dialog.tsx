import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { formatDollars } from '#shared/money.ts'
import type { Problem } from '#shared/problem-schema.ts'
import { useFormOutcome } from './use-problems.ts'

type OfferDialogProps = { problem: Problem; onClose: () => void }

/** Asks the seller whether a payout may be used for what they owe. */
export function OfferDialog({ problem, onClose }: OfferDialogProps) {
  const { id, version, open, customer, submissionId, offerable } = problem
  const form = useForm({ payoutId: offerable[0]?.id ?? '' })
  const offer = trpc.admin.problems.offer.useMutation(useFormOutcome(form, onClose))
  return (
    <FormDialog
      size="small"
      title="Offer a set-off"
      description={<span className="mono">{submissionId}</span>}
      action="Ask the seller"
      pendingAction="Saving..."
      form={form}
      isPending={offer.isPending}
      onSubmit={({ payoutId }) => offer.mutate({ id, version, payoutId })}
      onClose={onClose}
    >
      <p>
        {customer.name} has {formatDollars(open)} left to repay. A whole payout of at most that is offered; it is held
        until they answer, and taken only if they agree.
      </p>
      <SelectField {...form.bind('payoutId')} label="Payout">
        {offerable.map((payout) => (
          <option key={payout.id} value={payout.id}>
            {formatDollars(payout.amount)} for {payout.submissionId}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
