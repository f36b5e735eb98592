import { trpc } from '#client/lib/trpc.ts'
import { SelectField, type SelectFieldProps } from '#client/ui/select-field.tsx'
import { dollarsOf, parseDollars } from '#shared/money.ts'
import { cameInRows, MoneyField, ReferenceField } from './payment-fields.tsx'
import type { FieldRow } from './step-dialog.tsx'

/** The money account where a payment arrived, where there are several; '' is the only bank account. */
function AccountField(field: Omit<SelectFieldProps<string>, 'label'>) {
  const { data = [] } = trpc.statements.accounts.useQuery()
  if (data.length < 2) return null
  const [bank, otherBank] = data.filter(({ kind }) => kind === 'bank')
  const usual = otherBank ? undefined : bank
  const others = data.filter((each) => each !== usual).map(({ id, name }) => ({ value: id, name }))
  return (
    <SelectField
      {...field}
      label="Where it arrived"
      options={[{ value: '', name: usual?.name ?? 'Not assigned' }, ...others]}
    />
  )
}

const fee: FieldRow = {
  wrong: (typed) => (typed.trim() === '' || parseDollars(typed) !== null ? undefined : 'Enter the fee in dollars.'),
  draw: (field) => <MoneyField {...field} label="Fee that their bank took of it" optional />,
}

/** What a buyer has paid; an `amount`, at first all that they owe, where it may be a part. */
export function buyerPaymentRows({ owed, reference = '' }: { owed?: number; reference?: string | null }) {
  const { amount, on } = cameInRows(owed ?? 0, 'Enter what the buyer has paid.')
  const rows: Record<string, FieldRow> = {
    ...(owed !== undefined && {
      amount: { ...amount, draw: (field) => <MoneyField {...field} label="Paid by the buyer" /> },
    }),
    reference: {
      start: reference ?? '',
      draw: (field) => <ReferenceField {...field} label="Reference of the buyer's payment" optional />,
    },
    fee,
    on,
    account: { draw: (field) => <AccountField {...field} /> },
  }
  return rows
}

type Typed = Readonly<Record<string, string>>

/** The input of these fields. */
export const buyerPaymentOf = ({ amount, fee, account, on, reference }: Typed) => ({
  ...(amount && { amount: dollarsOf(amount) }),
  ...(fee?.trim() && { fee: dollarsOf(fee) }),
  ...(account && { account }),
  on,
  reference,
})
