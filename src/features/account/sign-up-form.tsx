import { type FormEvent, useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { Button } from '#client/ui/button.tsx'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import { accountProblems, type SignUpField, type SignUpForm as SignUpValues, signUpProblem } from '#shared/account.ts'
import styles from './form.module.css'
import { FormNotice } from './form-notice.tsx'
import { SignUpFields } from './sign-up-fields.tsx'
import { useFormProblem } from './use-form-problem.ts'
import { useSignUp } from './use-sign-up.ts'

const empty: SignUpValues = { name: '', email: '', phone: '', password: '', confirmPassword: '' }
const fields = Object.keys(empty)

/** The sign-up form of the page and of the dialog; `onDone` once the account exists and its customer is signed in. */
export function SignUpForm({ onDone }: { onDone?: () => void }) {
  const [values, setValues] = useState(empty)
  const [marksEmpty, setMarksEmpty] = useState(false)
  const problem = useFormProblem(fields)
  const signUp = useSignUp({ done: onDone, failed: problem.report })

  const change = (field: SignUpField, value: string) => {
    // Several fields can be filled at once, by a password manager for one.
    setValues((old) => ({ ...old, [field]: value }))
    problem.recheck(signUpProblem({ ...values, [field]: value }))
  }

  const errorAt = (field: SignUpField) =>
    problem.errorAt(field) ?? (marksEmpty && !values[field].trim() ? accountProblems.missingFields.message : undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signUp.isPending) return
    const wrong = signUpProblem(values)
    setMarksEmpty(true)
    if (wrong) return problem.report(wrong)
    problem.clear()
    signUp.mutate(values)
  }

  return (
    // 'dialog': sent before the script runs it goes nowhere, and no password into an address.
    <form ref={problem.formRef} className={styles.form} method="dialog" noValidate onSubmit={submit}>
      <FormNotice problem={problem.general} />
      <SignUpFields values={values} onChange={change} errorAt={errorAt} />
      <Button type="submit" full busy={signUp.isPending}>
        {signUp.isPending ? 'Creating Account...' : 'Create Account'}
      </Button>
      <p className={`muted ${styles.small}`}>
        By creating an account you agree to our{' '}
        <NewTabLink href={withBase('/terms-of-service')}>Terms of Service</NewTabLink> and{' '}
        <NewTabLink href={withBase('/privacy-policy')}>Privacy Policy</NewTabLink>.
      </p>
    </form>
  )
}
