import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
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

type Props = {
  /** Lets password managers identify the account. */
  username: string
  /** The current password where it was typed a moment ago; the form does not ask for it then. */
  current?: string | undefined
  onDone: () => void
}

export function ChangeStaffPasswordForm({ username, current, onDone }: Props) {
  const [known, setKnown] = useState(current)
  const form = useForm(
    { ...empty, currentPassword: known ?? '' },
    (values) => passwordChangeProblem(values, STAFF_PASSWORD_MIN_LENGTH),
    {
      hasToast: false,
    },
  )
  const call = useCall({
    form,
    onDone: () => {
      form.reset()
      onDone()
    },
  })
  const save = trpc.admin.me.changePassword.useMutation({
    ...call,
    onError: (error) => {
      if (error.data?.field === 'currentPassword') setKnown(undefined)
      call.onError(error)
    },
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
      {fields
        .filter(({ name }) => name !== 'currentPassword' || known === undefined)
        .map(({ name, ...field }) => (
          <PasswordField key={name} {...field} {...form.bind(name)} required />
        ))}
      <div>
        <SubmitButton pendingLabel="Saving...">Change password</SubmitButton>
      </div>
    </Form>
  )
}
