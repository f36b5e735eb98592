import type { ReactNode } from 'react'
import { today } from '#client/lib/day-start.ts'
import { trpc } from '#client/lib/trpc.ts'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextArea, TextField, type TextFieldProps } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { controlsMessages } from '#shared/controls.ts'
import { dollarsOf, formatDollars, parseDollars } from '#shared/money.ts'
import type { PaymentType } from '#shared/payment-type.ts'
import { PAYOUT_NOTE_MAX_LENGTH, payoutMessages, REFERENCE_MAX_LENGTH } from '#shared/payout.ts'
import type { MoneyAccountKind } from '#shared/statement.ts'
import { type FieldRow, stepDialog } from './step-dialog.tsx'

type FieldProps = Omit<TextFieldProps, 'label'> & { label?: string }

/** An amount in dollars. */
export function MoneyField({ label = 'Amount', ...field }: FieldProps) {
  return <TextField {...field} clean={withoutInvisible} label={label} inputMode="decimal" autoComplete="off" isMoney />
}

export function ReferenceField({ label = 'Reference of the payment', ...field }: FieldProps) {
  return (
    <TextField
      {...field}
      clean={withoutInvisible}
      label={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={REFERENCE_MAX_LENGTH}
    />
  )
}

export const noReference = (typed: string) => (typed.trim() === '' ? payoutMessages.referenceMissing : undefined)

export const referenceRow = (label?: string, hint?: string): FieldRow => ({
  wrong: noReference,
  draw: (field) => <ReferenceField {...field} label={label} hint={hint} />,
})

/** Money that came in: how much, at first all of it, and when. */
export const cameInRows = (dollars: number, missing: string): Readonly<Record<'amount' | 'on', FieldRow>> => ({
  amount: {
    start: dollars.toFixed(2),
    wrong: (typed) => (parseDollars(typed) ? undefined : missing),
    draw: (field) => <MoneyField {...field} label="Money that came in" />,
  },
  on: {
    start: today(),
    draw: (field) => <TextField {...field} type="date" label="Day when it came in" max={today()} required />,
  },
})

export const whyRow = (label = 'Why', missing = 'Enter why.', maxLength = PAYOUT_NOTE_MAX_LENGTH): FieldRow => ({
  wrong: (typed) => (typed.trim() === '' ? missing : undefined),
  draw: (field) => <TextArea {...field} label={label} rows={2} maxLength={maxLength} />,
})

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
    account: moneyAccountRow('Where it arrived'),
  }
  return rows
}

/** The input of these fields. */
export const buyerPaymentOf = ({ amount, fee, account, on, reference }: Readonly<Record<string, string>>) => ({
  ...(amount && { amount: dollarsOf(amount) }),
  ...(fee?.trim() && { fee: dollarsOf(fee) }),
  ...(account && { account }),
  on,
  reference,
})

/** The value of the amount until the server asks for it, which shows its field. */
const NOT_ASKED = 'not asked'

/** Releases what waits for a second person. Who works alone repeats the amount, for which the server asks. */
export const ReleaseDialog = stepDialog({
  useMutation: trpc.waitingActs.release.useMutation,
  show: ({ title, id, amount, about }: { title: string; id: string; amount: number; about: ReactNode }) => ({
    ...{ title, of: id, children: about },
    ...{ action: 'Release', pendingAction: 'Releasing...', cancel: 'Close' },
    toast: ({ state }: { state: string }) =>
      state === 'overtaken'
        ? { title: 'Not done', description: 'It had changed since it was asked.', tone: 'error' as const }
        : `${formatDollars(amount)} is released.`,
    fields: {
      amount: {
        start: NOT_ASKED,
        wrong: (typed) =>
          typed !== NOT_ASKED && parseDollars(typed) === null ? controlsMessages.typeAmount : undefined,
        draw: ({ value, ...field }) =>
          (field.error !== undefined || value !== NOT_ASKED) && (
            <MoneyField {...field} value={value === NOT_ASKED ? '' : value} autoFocus />
          ),
      },
    },
  }),
  input: ({ amount }, { id }) => ({ id, ...(amount !== NOT_ASKED && { amount: dollarsOf(amount) }) }),
})
