import { TextField, type TextFieldProps } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'

export const codeMissing = { message: 'Enter a code from your app or a recovery code.', field: 'code' }

type CodeFieldProps = Pick<TextFieldProps, 'value' | 'onValueChange' | 'error' | 'hint' | 'ref'> & {
  /** Expects a recovery code (letters and digits) instead of the digits of an app. */
  isRecovery?: boolean
}

export function CodeField({ isRecovery = false, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      clean={withoutInvisible}
      label={isRecovery ? 'Recovery code' : 'Authentication code'}
      name="code"
      mono
      autoComplete="one-time-code"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize={isRecovery ? 'characters' : 'none'}
      spellCheck={false}
      maxLength={40}
    />
  )
}
