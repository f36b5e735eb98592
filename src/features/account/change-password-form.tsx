import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { type PasswordChange, passwordChangeProblem } from '#shared/recovery.ts'
import styles from './form.module.css'
import { FormNotice } from './form-notice.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useChangePassword } from './use-change-password.ts'
import { useFormProblem } from './use-form-problem.ts'

const empty: PasswordChange = { currentPassword: '', password: '', confirmPassword: '' }

/** Replaces the password and stands empty again. `email` tells password managers whose it is. */
export function ChangePasswordForm({ email }: { email: string }) {
  const [values, setValues] = useState(empty)
  const problem = useFormProblem(Object.keys(empty))
  const save = useChangePassword({ done: () => setValues(empty), failed: problem.report })

  const change = (part: Partial<PasswordChange>) => {
    const next = { ...values, ...part }
    setValues(next)
    problem.recheck(passwordChangeProblem(next))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const wrong = passwordChangeProblem(values)
    if (wrong) return problem.report(wrong)
    problem.clear()
    save.mutate(values)
  }

  return (
    <form ref={problem.formRef} className={styles.form} noValidate onSubmit={submit} aria-label="Change password">
      <FormNotice problem={problem.general} />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        name="currentPassword"
        autoComplete="current-password"
        required
        value={values.currentPassword}
        error={problem.errorAt('currentPassword')}
        onValueChange={(currentPassword) => change({ currentPassword })}
      />
      <NewPasswordFields values={values} onChange={change} errorAt={problem.errorAt} />
      <div>
        <Button type="submit" variant="secondary" busy={save.isPending}>
          {save.isPending ? 'Saving...' : 'Change Password'}
        </Button>
      </div>
    </form>
  )
}
