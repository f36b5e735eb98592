import { type FormEvent, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { type PasswordChange, passwordChangeProblem, recoveryMessages, recoveryProblems } from '#shared/recovery.ts'
import styles from './form.module.css'
import { accountFailure, FormNotice, type FormProblem, useFormProblem } from './form-problem.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

const empty: PasswordChange = { currentPassword: '', password: '', confirmPassword: '' }

/** Changes the password and clears the form. `email` lets password managers identify the account. */
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

const changeFailed = {
  title: recoveryProblems.wrongCurrentPassword.title,
  message: 'We could not change your password. Please try again.',
}

/** Changes the password. The server ends all other sessions, so the session list is invalidated. */
function useChangePassword(on: { done: () => void; failed: (problem: FormProblem) => void }) {
  const utils = trpc.useUtils()
  const toast = useToast()
  return trpc.account.changePassword.useMutation({
    onSuccess: () => {
      toast({ title: recoveryMessages.passwordChangedTitle, description: recoveryMessages.passwordChanged })
      on.done()
      return utils.account.sessions.invalidate()
    },
    onError: (error) => on.failed(accountFailure(error, changeFailed)),
  })
}
