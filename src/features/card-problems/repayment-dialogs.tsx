import { cameInRows, moneyAccountRow, referenceRow, whyRow } from '#client/calls/payment-fields.tsx'
import { stepDialog } from '#client/calls/step-dialog.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { SelectField } from '#client/ui/select-field.tsx'
import { dollarsOf, formatDollars } from '#shared/money.ts'
import { problemMessages } from '#shared/problem.ts'
import type { Problem } from '#shared/problem-schema.ts'

export const RepaymentDialog = stepDialog({
  useMutation: trpc.admin.problems.recordRepayment.useMutation,
  show: ({ open, customer, submissionId }: Problem) => ({
    title: 'Record repayment',
    of: submissionId,
    action: 'Record repayment',
    children: (
      <p>
        {customer.name} has {formatDollars(open)} left to repay.
      </p>
    ),
    fields: {
      ...cameInRows(open, problemMessages.noAmount),
      reference: referenceRow(),
      account: moneyAccountRow('Where it arrived'),
    },
  }),
  input: ({ amount, account, ...values }, { id, version }) => ({
    ...{ id, version, amount: dollarsOf(amount), ...values },
    ...(account !== '' && { account }),
  }),
})

export const WaiveDialog = stepDialog({
  useMutation: trpc.admin.problems.waive.useMutation,
  show: ({ open, customer, submissionId }: Problem) => ({
    title: 'Waive the rest',
    of: submissionId,
    action: 'Waive the rest',
    isDanger: true,
    children: (
      <p>
        {customer.name} does not owe {formatDollars(open)} any more; it stays a loss.
      </p>
    ),
    fields: { note: whyRow('Why (staff only)') },
  }),
  input: ({ note }, { id, version }) => ({ id, version, note }),
})

export const OfferDialog = stepDialog({
  useMutation: trpc.admin.problems.offer.useMutation,
  show: ({ open, customer, submissionId, offerable }: Problem) => ({
    title: 'Offer a set-off',
    of: submissionId,
    action: 'Ask the seller',
    children: (
      <p>
        {customer.name} has {formatDollars(open)} left to repay. A whole payout of at most that is offered; it is held
        until they answer, and taken only if they agree.
      </p>
    ),
    fields: {
      payoutId: {
        start: offerable[0]?.id ?? '',
        draw: (field) => (
          <SelectField
            {...field}
            label="Payout"
            options={offerable.map((payout) => ({
              value: payout.id,
              name: `${formatDollars(payout.amount)} for ${payout.submissionId}`,
            }))}
          />
        ),
      },
    },
  }),
  input: ({ payoutId }, { id, version }) => ({ id, version, payoutId }),
})
