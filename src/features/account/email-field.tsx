import { TextField, type TextFieldProps } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'

export function EmailField(field: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      clean={withoutInvisible}
      label="Email Address"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  )
}
