import { MoneyField } from '#client/calls/payment-fields.tsx'
import { type FieldRow, stepDialog } from '#client/calls/step-dialog.tsx'
import { today } from '#client/lib/day-start.ts'
import { trpc } from '#client/lib/trpc.ts'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { dollarsOf, parseDollars } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { StatementAccount } from '#shared/statement-schema.ts'

export type Moving = { requestKey: string; from: string; to?: string; amount?: number }

/** Money between own accounts, from or to the owner, or out of what was not assigned. */
export const MoveMoneyDialog = stepDialog({
  useMutation: trpc.statements.moveMoney.useMutation,
  show: ({ accounts, from, to, amount }: Moving & { accounts: readonly StatementAccount[] }) => {
    const own = accounts.map(({ id, name }) => ({ value: id, name }))
    const others = [
      { value: 'owner', name: 'The owner' },
      { value: 'unassigned', name: 'Cash, not assigned' },
    ]
    const place = (label: string, start: string): FieldRow => ({
      start,
      draw: (field) => <SelectField {...field} label={label} options={[...own, ...others]} />,
    })
    return {
      title: 'Move money',
      action: 'Move money',
      toast: () => 'The move is in the ledger.',
      fields: {
        from: place('From', from),
        to: place('To', to ?? own.find(({ value }) => value !== from)?.value ?? 'owner'),
        amount: {
          start: amount?.toFixed(2) ?? '',
          wrong: (typed) => (parseDollars(typed) ? undefined : statementMessages.badAmount),
          draw: (field) => <MoneyField {...field} label="Amount that arrived" />,
        },
        fee: {
          start: '0.00',
          wrong: (typed) => (parseDollars(typed) === null ? statementMessages.badAmount : undefined),
          draw: (field) => <MoneyField {...field} label="Fee, taken beside it" />,
        },
        on: {
          start: today(),
          draw: (field) => <TextField {...field} type="date" label="Day of the money" max={today()} required />,
        },
      },
    }
  },
  input: ({ amount, fee, from, to, on }, { requestKey }) => ({
    ...{ from, to, on, requestKey },
    ...{ amount: dollarsOf(amount), fee: dollarsOf(fee) },
  }),
})
