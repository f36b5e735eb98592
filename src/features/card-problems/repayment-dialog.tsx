import { today } from '#client/lib/today.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { formatDollars, parseDollars } from '#shared/money.ts'
import { PAYOUT_NOTE_MAX_LENGTH, payoutMessages, REFERENCE_MAX_LENGTH } from '#shared/payout.ts'
import { problemMessages, type RepaymentAccount, repaymentAccountNames, repaymentAccounts } from '#shared/problem.ts'
import type { Problem } from '#shared/problem-schema.ts'
import { useFormOutcome } from './use-problems.ts'

type DialogProps = { problem: Problem; onClose: () => void }
type Values = { amount: string; on: string; reference: string; account: RepaymentAccount }

/** Records money that came in from the seller. */
export function RepaymentDialog({ problem, onClose }: DialogProps) {
  const { id, version, open, customer, submissionId } = problem
  const form = useForm<Values>(
    { amount: open.toFixed(2), on: today(), reference: '', account: 'hand' },
    ({ amount, reference }): FormProblem | undefined => {
      if (!parseDollars(amount)) return { message: problemMessages.noAmount, field: 'amount' }
      return reference.trim() === '' ? { message: payoutMessages.referenceMissing, field: 'reference' } : undefined
    },
  )
  const { account } = form.values
  const record = trpc.admin.problems.recordRepayment.useMutation(useFormOutcome(form, onClose))
  return (
    <FormDialog
      size="small"
      title="Record repayment"
      description={<span className="mono">{submissionId}</span>}
      action="Record repayment"
      pendingAction="Saving..."
      form={form}
      isPending={record.isPending}
      onSubmit={({ amount, ...values }) =>
        record.mutate({ id, version, amount: (parseDollars(amount) ?? 0) / 100, ...values })
      }
      onClose={onClose}
    >
      <p>
        {customer.name} has {formatDollars(open)} left to repay.
      </p>
      <TextField
        {...form.bind('amount')}
        clean={withoutInvisible}
        label="Money that came in"
        inputMode="decimal"
        autoComplete="off"
        isMoney
      />
      <TextField {...form.bind('on')} type="date" label="Day when it came in" max={today()} required />
      <TextField
        {...form.bind('reference')}
        clean={withoutInvisible}
        label="Reference of the payment"
        autoComplete="off"
        spellCheck={false}
        maxLength={REFERENCE_MAX_LENGTH}
      />
      <SelectField
        label="Where it arrived"
        value={account}
        onValueChange={(next) => form.change({ account: repaymentAccounts.find((each) => each === next) ?? account })}
      >
        {repaymentAccounts.map((each) => (
          <option key={each} value={each}>
            {repaymentAccountNames[each]}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}

/** Ends what the seller owes. */
export function WaiveDialog({ problem, onClose }: DialogProps) {
  const { id, version, open, customer, submissionId } = problem
  const form = useForm({ note: '' }, undefined, { required: { note: 'Enter why.' } })
  const waive = trpc.admin.problems.waive.useMutation(useFormOutcome(form, onClose))
  return (
    <FormDialog
      size="small"
      title="Waive the rest"
      description={<span className="mono">{submissionId}</span>}
      action="Waive the rest"
      pendingAction="Saving..."
      isDanger
      form={form}
      isPending={waive.isPending}
      onSubmit={({ note }) => waive.mutate({ id, version, note })}
      onClose={onClose}
    >
      <p>
        {customer.name} does not owe {formatDollars(open)} any more; it stays a loss.
      </p>
      <TextArea {...form.bind('note')} label="Why (staff only)" rows={2} maxLength={PAYOUT_NOTE_MAX_LENGTH} />
    </FormDialog>
  )
}
