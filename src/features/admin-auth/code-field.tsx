import type { Ref } from 'react'
import { TextField } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'

type CodeFieldProps = {
  value: string
  onValueChange: (value: string) => void
  error?: string | undefined
  hint?: string
  /** Expects a recovery code (letters and digits) instead of the digits of an app. */
  isRecovery?: boolean
  ref?: Ref<HTMLInputElement>
}

export const codeMissing = { message: 'Enter a code from your app or a recovery code.', field: 'code' }

export function CodeField({ value, onValueChange, error, hint, isRecovery = false, ref }: CodeFieldProps) {
  return (
    <TextField
      ref={ref}
      clean={withoutInvisible}
      label={isRecovery ? 'Recovery code' : 'Authentication code'}
      name="code"
      hint={hint}
      mono
      autoComplete="one-time-code"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize={isRecovery ? 'characters' : 'none'}
      spellCheck={false}
      maxLength={40}
      value={value}
      onValueChange={onValueChange}
      error={error}
    />
  )
}
