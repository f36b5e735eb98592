import type { ReactNode } from 'react'
import { today } from '#client/lib/day-start.ts'
import { trpc } from '#client/lib/trpc.ts'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextArea, TextField, type TextFieldProps } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { controlsMessages } from '#shared/controls.ts'
import { MAX_PLACE_LENGTH } from '#shared/inventory.ts'
import { dollarsOf, formatDollars, parseDollars } from '#shared/money.ts'
import type { PaymentType } from '#shared/payment-type.ts'
import { PAYOUT_NOTE_MAX_LENGTH, payoutMessages, REFERENCE_MAX_LENGTH } from '#shared/payout.ts'
import { type FieldRow, stepDialog } from './step-dialog.tsx'

type FieldProps = Omit<TextFieldProps, 'label'> & { label?: string }

/** An amount in dollars. */
export function MoneyField({ label = 'Amount', ...field }: FieldProps) {
  return <TextField {...field} clean={withoutInvisible} label={label} inputMode="decimal" isMoney />
}

export function ReferenceField({ label = 'Reference of the payment', ...field }: FieldProps) {
  return (
    <TextField {...field} clean={withoutInvisible} label={label} spellCheck={false} maxLength={REFERENCE_MAX_LENGTH} />
  )
}

export const noReference = (typed: string) => (typed.trim() === '' ? payoutMessages.referenceMissing : undefined)

export const referenceRow = (label?: string, hint?: string): FieldRow => ({
  wrong: noReference,
  draw: (field) => <ReferenceField {...field} label={label} hint={hint} />,
})

/** An amount above zero, at first these dollars. */
export const amountRow = (label: string, missing: string, dollars?: number): FieldRow => ({
  start: dollars?.toFixed(2) ?? '',
  wrong: (typed) => (parseDollars(typed) ? undefined : missing),
  draw: (field) => <MoneyField {...field} label={label} />,
})

/** A day up to today. */
export const dayRow = (label: string): FieldRow => ({
  start: today(),
  draw: (field) => <TextField {...field} type="date" label={label} max={today()} required />,
})

/** Money that came in: how much, at first all of it, and when. */
export const cameInRows = (dollars: number, missing: string) => ({
  amount: amountRow('Money that came in', missing, dollars),
  on: dayRow('Day when it came in'),
})

export const whyRow = (label = 'Why', missing = 'Enter why.', maxLength = PAYOUT_NOTE_MAX_LENGTH): FieldRow => ({
  wrong: (typed) => (typed.trim() === '' ? missing : undefined),
  draw: (field) => <TextArea {...field} label={label} rows={2} maxLength={maxLength} />,
})

type AccountFieldProps = { name: string; value: string; error: string | undefined; onValueChange(value: string): void }
/** `method`: of a payout, which is paid from the account of its method by default. */
type MoneyAccountFieldProps = AccountFieldProps & { label: string; method?: PaymentType | undefined }

/**
 * A money account, but those to which cards are redeemed. '' is the default of the server: the account of the method,
 * or the only bank account. Not shown when nothing else could be meant.
 */
export function MoneyAccountField({ method, ...field }: MoneyAccountFieldProps) {
  const { data = [] } = trpc.statements.accounts.useQuery()
  const all = data.filter(({ kind }) => kind !== 'balance')
  const usual = all.filter((each) => (method ? each.methods.includes(method) : each.kind === 'bank'))
  const [preset] = usual.length === 1 ? usual : []
  const others = all.filter((each) => each !== preset).map(({ id, name }) => ({ value: id, name }))
  if (others.length === 0) return null
  return <SelectField {...field} options={[{ value: '', name: preset?.name ?? 'Not assigned' }, ...others]} />
}

/** The name of an account of ours to which cards are redeemed; typed where there is none in the books yet. */
export function OurAccountField({ names, ...field }: AccountFieldProps & { names: readonly string[] }) {
  const label = 'Account of ours'
  if (names.length === 0) return <TextField {...field} label={label} maxLength={MAX_PLACE_LENGTH} />
  const options = names.map((name) => ({ value: name, name }))
  return <SelectField {...field} label={label} options={[{ value: '', name: 'Choose an account' }, ...options]} />
}

export const moneyAccountRow = (label: string): FieldRow => ({
  draw: (field) => <MoneyAccountField {...field} label={label} />,
})

/** An amount that may be zero. */
export const feeRow = (label: string, optional = false): FieldRow => ({
  wrong: (typed) => ((optional && !typed.trim()) || parseDollars(typed) !== null ? undefined : payoutMessages.badFee),
  draw: (field) => <MoneyField {...{ ...field, label, optional }} />,
})

/** What a buyer has paid; an `amount`, at first all that they owe, where it may be a part. */
export function buyerPaymentRows({ owed, reference = '' }: { owed?: number; reference?: string | null }) {
  const rows: Record<string, FieldRow> = {
    ...(owed !== undefined && { amount: amountRow('Paid by the buyer', 'Enter what the buyer has paid.', owed) }),
    reference: {
      start: reference ?? '',
      draw: (field) => <ReferenceField {...field} label="Reference of the buyer's payment" optional />,
    },
    fee: feeRow('Fee that their bank took of it', true),
    on: dayRow('Day when it came in'),
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
