import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { PASSWORD_MIN_LENGTH, type SignUpField, type SignUpForm } from '#shared/account.ts'
import { PasswordMeter } from './password-meter.tsx'

type SignUpFieldsProps = {
  values: SignUpForm
  onChange: (field: SignUpField, value: string) => void
  errorAt: (field: SignUpField) => string | undefined
}

/** The five fields of a new account, all required. */
export function SignUpFields({ values, onChange, errorAt }: SignUpFieldsProps) {
  const bind = (field: SignUpField) => ({
    name: field,
    value: values[field],
    onValueChange: (value: string) => onChange(field, value),
    error: errorAt(field),
    required: true,
  })
  return (
    <>
      <TextField label="Full Name" autoComplete="name" {...bind('name')} />
      <TextField
        label="Email Address"
        hint="Your receipts and payout notices go here."
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...bind('email')}
      />
      <TextField label="Phone Number" type="tel" autoComplete="tel" {...bind('phone')} />
      <PasswordField
        label="Password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        autoComplete="new-password"
        {...bind('password')}
      />
      <PasswordMeter password={values.password} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...bind('confirmPassword')} />
    </>
  )
}
