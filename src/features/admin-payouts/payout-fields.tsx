import { TextArea, TextField, type TextFieldProps } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { PAYOUT_NOTE_MAX_LENGTH, REFERENCE_MAX_LENGTH } from '#shared/payout.ts'

type FieldProps = Omit<TextFieldProps, 'label'>

/** What PayPal took, as text in dollars. */
export function FeeField(field: FieldProps) {
  return (
    <TextField
      {...field}
      clean={withoutInvisible}
      label="Fee at PayPal"
      inputMode="decimal"
      autoComplete="off"
      isMoney
    />
  )
}

/** What identifies a payment at its provider. */
export function ReferenceField({ label = 'Reference of the payment', ...field }: FieldProps & { label?: string }) {
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

/** Why staff take a step. */
export function ReasonField(field: Pick<TextFieldProps, 'name' | 'value' | 'error' | 'onValueChange'>) {
  return <TextArea {...field} label="Why" rows={2} maxLength={PAYOUT_NOTE_MAX_LENGTH} />
}
