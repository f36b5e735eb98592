import { TextField, type TextFieldProps } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'

/** What PayPal took, as text in dollars. */
export function FeeField(field: Omit<TextFieldProps, 'label'>) {
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
