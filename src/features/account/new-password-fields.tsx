import { PasswordField } from '#client/ui/password-field.tsx'
import { type NewPassword, PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import { PasswordMeter } from './password-meter.tsx'

type NewPasswordFieldsProps = {
  values: NewPassword
  onChange: (part: Partial<NewPassword>) => void
  errorAt: (field: string) => string | undefined
}

/** A password that takes the place of another, typed twice. */
export function NewPasswordFields({ values, onChange, errorAt }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label="New Password"
        name="password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        autoComplete="new-password"
        required
        value={values.password}
        error={errorAt('password')}
        onValueChange={(password) => onChange({ password })}
      />
      <PasswordMeter password={values.password} />
      <PasswordField
        label="Confirm New Password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        value={values.confirmPassword}
        error={errorAt('confirmPassword')}
        onValueChange={(confirmPassword) => onChange({ confirmPassword })}
      />
    </>
  )
}
