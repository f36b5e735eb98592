import { trpc } from '#client/lib/trpc.ts'
import { SelectField } from '#client/ui/select-field.tsx'
import type { PaymentType } from '#shared/payment-type.ts'
import type { MoneyAccountKind } from '#shared/statement.ts'
import type { FieldRow } from './step-dialog.tsx'

type MoneyAccountFieldProps = {
  name: string
  value: string
  error: string | undefined
  onValueChange: (value: string) => void
  label: string
  /** Of a payout: the account that it is paid from by default. */
  method?: PaymentType | undefined
  kinds?: readonly MoneyAccountKind[]
}

const whereMoneyIs: readonly MoneyAccountKind[] = ['bank', 'paypal', 'app', 'cash']

/**
 * A money account. '' is the default of the server: the account of the method, or the only one of the first kind. Not
 * shown when nothing else could be meant.
 */
export function MoneyAccountField({ method, kinds = whereMoneyIs, ...field }: MoneyAccountFieldProps) {
  const { data = [] } = trpc.statements.accounts.useQuery()
  const all = data.filter(({ kind }) => kinds.includes(kind))
  const usual = all.filter((each) => (method ? each.methods.includes(method) : each.kind === kinds[0]))
  const [preset] = usual.length === 1 ? usual : []
  const others = all.filter((each) => each !== preset).map(({ id, name }) => ({ value: id, name }))
  if (others.length === 0) return null
  return <SelectField {...field} options={[{ value: '', name: preset?.name ?? 'Not assigned' }, ...others]} />
}

export const moneyAccountRow = (label: string): FieldRow => ({
  draw: (field) => <MoneyAccountField {...field} label={label} />,
})
