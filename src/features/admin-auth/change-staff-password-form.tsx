import { type FormEvent, useRef, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
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
    hint: `At least ${STAFF_PASSWORD_MIN_LENGTH} characters. Several words are easy to keep in mind.`,
    autoComplete: 'new-password',
  },
  { name: 'confirmPassword', label: 'Confirm New Password', autoComplete: 'new-password' },
] as const

type Problem = { message: string; field?: string }

/** Changes the password and clears the form. `username` lets password managers identify the account. */
export function ChangeStaffPasswordForm({ username, onDone }: { username: string; onDone: () => void }) {
  const [values, setValues] = useState(empty)
  const [problem, setProblem] = useState<Problem>()
  const form = useRef<HTMLFormElement>(null)
  const report = (next: Problem) => {
    setProblem(next)
    const control = next.field ? form.current?.elements.namedItem(next.field) : undefined
    if (control instanceof HTMLElement) control.focus()
  }
  const save = trpc.admin.me.changePassword.useMutation({
    onSuccess: () => {
      setValues(empty)
      onDone()
    },
    onError: ({ message, data }) => report({ message, ...(data?.field && { field: data.field }) }),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const wrong = passwordChangeProblem(values, STAFF_PASSWORD_MIN_LENGTH)
    if (wrong) return report(wrong)
    setProblem(undefined)
    save.mutate(values)
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit} aria-label="Change password">
      {problem && problem.field === undefined && (
        <Notice tone="bad" role="alert">
          {problem.message}
        </Notice>
      )}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {fields.map(({ name, ...field }) => (
        <PasswordField
          key={name}
          {...field}
          name={name}
          required
          value={values[name]}
          error={problem?.field === name ? problem.message : undefined}
          onValueChange={(value) => {
            setValues({ ...values, [name]: value })
            if (problem?.field === name) setProblem(undefined)
          }}
        />
      ))}
      <div>
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving...' : 'Change Password'}
        </Button>
      </div>
    </form>
  )
}
