import { amountRow, dayRow, feeRow, MoneyField } from '#client/calls/payment-fields.tsx'
import { type FieldRow, stepDialog } from '#client/calls/step-dialog.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { today } from '#client/lib/day-start.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CheckboxGroup } from '#client/ui/checkbox-group.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { monthOf } from '#shared/business-day.ts'
import { dollarsOf, parseDollars } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { type PaymentType, paymentTypes } from '#shared/payment-type.ts'
import {
  ACCOUNT_NAME_MAX_LENGTH,
  type MoneyAccountKind,
  moneyAccountKinds,
  payPalFormat,
  statementMessages,
} from '#shared/statement.ts'
import type { StatementAccount } from '#shared/statement-schema.ts'
import { typedDollars } from './statement-search.ts'
import { useKeepAccounts } from './use-payouts.ts'

type StatementAccountDialogProps = {
  account?: StatementAccount
  taken: readonly PaymentType[]
  onMade?: (id: string) => void
  onClose: () => void
}

const kindNames: Readonly<Record<MoneyAccountKind, string>> = {
  bank: 'A bank',
  paypal: 'PayPal',
  app: 'A payment app, such as Cash App',
  cash: 'Cash',
  balance: 'An account of ours to which cards are redeemed',
}

type Values = ReturnType<typeof valuesOf>

const valuesOf = (account: StatementAccount | undefined) => ({
  name: account?.name ?? '',
  kind: account?.kind ?? ('bank' as MoneyAccountKind),
  methods: (account?.methods ?? []) as readonly PaymentType[],
  openingBalance: account ? account.openingBalance.toFixed(2) : '',
  openingOn: account?.openingOn ?? `${monthOf(today())}-01`,
  usualFee: account?.usualFee?.toFixed(2) ?? '',
})

export function StatementAccountDialog({ account, taken, onMade, onClose }: StatementAccountDialogProps) {
  const form = useForm(valuesOf(account), check)
  const { values } = form
  const keepAccounts = useKeepAccounts()
  const outcome = {
    ...useCall({ form }),
    onSuccess: (accounts: StatementAccount[]) => {
      keepAccounts(accounts)
      const made = accounts.find(({ name }) => name === values.name.trim())
      if (made) onMade?.(made.id)
      onClose()
    },
  }
  const make = trpc.statements.makeAccount.useMutation(outcome)
  const change = trpc.statements.changeAccount.useMutation(outcome)
  const hasLines = !account?.needsOpening && account?.lastOn !== undefined && account.lastOn >= account.openingOn
  const free = paymentTypes.filter((type) => !taken.includes(type))
  const send = ({ name, kind, methods, usualFee, ...opening }: Values) => {
    const openingBalance = typedDollars(opening.openingBalance) ?? 0
    const fields = { name, methods: [...methods], openingBalance, openingOn: opening.openingOn }
    const { id, format } = account ?? {}
    const kept = { ...(format && { format }), ...(usualFee.trim() && { usualFee: dollarsOf(usualFee) }) }
    if (id !== undefined) change.mutate({ id, ...fields, ...kept })
    else make.mutate({ ...fields, ...kept, kind, ...(kind === 'paypal' && { format: payPalFormat }) })
  }
  return (
    <FormDialog
      title={account ? 'Change account' : 'Add account'}
      description="Where your money is: its movements are booked in an account of the ledger, and its statements are imported."
      action={account ? 'Save' : 'Add account'}
      pendingAction="Saving..."
      form={form}
      isPending={make.isPending || change.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        {...form.bind('name')}
        label="Name"
        hint="Such as First Bank checking."
        autoComplete="off"
        maxLength={ACCOUNT_NAME_MAX_LENGTH}
      />
      {!account && (
        <SelectField
          label="Where"
          name="kind"
          value={values.kind}
          options={optionsOf(moneyAccountKinds, kindNames)}
          onValueChange={(kind) =>
            form.change({ kind, methods: kind === 'paypal' && free.includes('paypal') ? ['paypal'] : [] })
          }
        />
      )}
      {values.kind !== 'balance' && (
        <CheckboxGroup
          label="Payouts that are paid from it"
          name="methods"
          options={free.map((value) => ({ value, name: paymentTypeInfo[value].name }))}
          chosen={values.methods}
          error={form.errorAt('methods')}
          onChoose={(methods) => form.change({ methods })}
        />
      )}
      <TextField
        {...form.bind('openingOn')}
        type="date"
        label="First day of its statements"
        hint="Earlier lines and movements are left out."
        readOnly={hasLines}
      />
      <TextField
        {...form.bind('openingBalance')}
        label="Balance at the start of that day"
        hint={hasLines ? 'It stays as it is once the account has lines.' : undefined}
        autoComplete="off"
        readOnly={hasLines}
        isMoney
      />
      {values.kind !== 'balance' && (
        <MoneyField
          {...form.bind('usualFee')}
          label="Usual fee of a payout"
          hint="From it on, a corrected fee needs a second person."
          optional
        />
      )}
    </FormDialog>
  )
}

function check({ name, openingBalance, openingOn, usualFee }: Values) {
  if (name.trim() === '') return { message: 'Enter a name for the account.', field: 'name' }
  if (openingOn === '') return { message: 'Enter the first day.', field: 'openingOn' }
  if (usualFee.trim() && parseDollars(usualFee) === null)
    return { message: statementMessages.badAmount, field: 'usualFee' }
  return typedDollars(openingBalance) === null
    ? { message: statementMessages.badBalance, field: 'openingBalance' }
    : undefined
}

type Moving = { accounts: readonly StatementAccount[]; from: string; to?: string; amount?: number }

/** Money between own accounts, from or to the owner, or out of what was not assigned. */
export const MoveMoneyDialog = stepDialog({
  useMutation: trpc.statements.moveMoney.useMutation,
  show: ({ accounts, from, to, amount }: Moving) => {
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
        amount: amountRow('Amount that arrived', statementMessages.badAmount, amount),
        fee: feeRow('Fee, on top of it', true),
        on: dayRow('Day of the money'),
      },
    }
  },
  input: ({ amount, fee, from, to, on }, _, requestKey) => ({
    ...{ from, to, on, requestKey },
    ...{ amount: dollarsOf(amount), fee: dollarsOf(fee) },
  }),
})
