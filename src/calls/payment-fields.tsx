import { today } from '#client/lib/day-start.ts'
import { TextArea, TextField, type TextFieldProps } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { parseDollars } from '#shared/money.ts'
import { PAYOUT_NOTE_MAX_LENGTH, payoutMessages, REFERENCE_MAX_LENGTH } from '#shared/payout.ts'
import type { FieldRow } from './step-dialog.tsx'

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
