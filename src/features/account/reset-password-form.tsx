import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { NewPassword } from '#shared/account.ts'
import { replacementProblem } from '#shared/recovery.ts'
import styles from './form.module.css'
import { FormNotice } from './form-notice.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useFormProblem } from './use-form-problem.ts'
import { useResetPassword } from './use-reset-password.ts'

const empty: NewPassword = { password: '', confirmPassword: '' }

type ResetPasswordFormProps = {
  token: string
  onDone: () => void
  /** The link was used, is too old, or a newer one was sent. */
  onRefused: () => void
}

/** Sets a new password by the right of a link. */
export function ResetPasswordForm({ token, onDone, onRefused }: ResetPasswordFormProps) {
  const [values, setValues] = useState(empty)
  const problem = useFormProblem(Object.keys(empty))
  const reset = useResetPassword({ done: onDone, refused: onRefused, failed: problem.report })

  const change = (part: Partial<NewPassword>) => {
    const next = { ...values, ...part }
    setValues(next)
    problem.recheck(replacementProblem(next))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reset.isPending) return
    const wrong = replacementProblem(values)
    if (wrong) return problem.report(wrong)
    problem.clear()
    reset.mutate({ token, ...values })
  }

  return (
    <form ref={problem.formRef} className={styles.form} noValidate onSubmit={submit}>
      <FormNotice problem={problem.general} />
      <NewPasswordFields values={values} onChange={change} errorAt={problem.errorAt} />
      <Button type="submit" full busy={reset.isPending}>
        {reset.isPending ? 'Saving...' : 'Save New Password'}
      </Button>
    </form>
  )
}
