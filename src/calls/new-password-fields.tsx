import type { FormState } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { type NewPassword, PASSWORD_MIN_LENGTH, STAFF_PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import styles from './new-password-fields.module.css'

export const requiredNewPassword: NewPassword = {
  password: 'Enter a new password',
  confirmPassword: 'Enter the new password again',
}

const ofStaff = `At least ${STAFF_PASSWORD_MIN_LENGTH} characters. A few random words are easy to remember.`

type NewPasswordFieldsProps = { form: Pick<FormState<NewPassword>, 'values' | 'bind'>; isStaff?: boolean }

export function NewPasswordFields({ form, isStaff }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label="New Password"
        hint={isStaff ? ofStaff : `At least ${PASSWORD_MIN_LENGTH} characters.`}
        autoComplete="new-password"
        required
        {...form.bind('password')}
      />
      {!isStaff && <PasswordMeter password={form.values.password} />}
      <PasswordField
        label="Confirm New Password"
        autoComplete="new-password"
        required
        {...form.bind('confirmPassword')}
      />
    </>
  )
}

const levels = [1, 2, 3] as const

export function PasswordMeter({ password }: { password: string }) {
  if (password === '') return null
  const { level, word } = passwordStrength(password)
  return (
    <p className={`row gap-2 muted text-sm ${styles.meter}`}>
      <span className="row stretch gap-1" aria-hidden="true">
        {levels.map((mark) => (
          <span key={mark} className={styles.mark} data-filled={mark <= level || undefined} />
        ))}
      </span>
      <span className="visually-hidden">Password strength: </span>
      {word}
    </p>
  )
}

const GOOD_LENGTH = 10
const STRONG_LENGTH = 14

/** Rates a password by its length alone, which resists guessing better than special characters do. */
export function passwordStrength(password: string) {
  const length = [...password].length
  if (length < PASSWORD_MIN_LENGTH) return { level: 0, word: 'Too short' }
  if (length < GOOD_LENGTH) return { level: 1, word: 'Fair. Longer is safer' }
  return length < STRONG_LENGTH ? { level: 2, word: 'Good' } : { level: 3, word: 'Strong' }
}
