import { trpc } from '#client/lib/trpc.ts'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { STAFF_PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import { type PasswordChange, passwordChangeProblem } from '#shared/recovery.ts'
import styles from './my-account.module.css'

const empty: PasswordChange = { currentPassword: '', password: '', confirmPassword: '' }
const fields = [
  { name: 'currentPassword', label: 'Current Password', autoComplete: 'current-password' },
  {
    name: 'password',
    label: 'New Password',
    hint: `At least ${STAFF_PASSWORD_MIN_LENGTH} characters. A few random words are easy to remember.`,
    autoComplete: 'new-password',
  },
  { name: 'confirmPassword', label: 'Confirm New Password', autoComplete: 'new-password' },
] as const

/** Changes the password and clears the form. `username` lets password managers identify the account. */
export function ChangeStaffPasswordForm({ username, onDone }: { username: string; onDone: () => void }) {
  const form = useForm(empty, (values) => passwordChangeProblem(values, STAFF_PASSWORD_MIN_LENGTH), {
    hasToast: false,
  })
  const save = trpc.admin.me.changePassword.useMutation({
    onSuccess: () => {
      form.reset()
      onDone()
    },
    onError: ({ message, data }) => form.report({ message, field: data?.field }),
  })

  return (
    <Form
      form={form}
      onSubmit={save.mutate}
      isPending={save.isPending}
      className={`stack gap-4 ${styles.form}`}
      aria-label="Change password"
    >
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {fields.map(({ name, ...field }) => (
        <PasswordField key={name} {...field} {...form.bind(name)} required />
      ))}
      <div>
        <SubmitButton pendingLabel="Saving...">Change password</SubmitButton>
      </div>
    </Form>
  )
}
