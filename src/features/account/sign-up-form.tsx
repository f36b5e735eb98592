import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { type SignUpField, type SignUpForm as SignUpValues, signUpProblem } from '#shared/account.ts'
import styles from './form.module.css'
import { FormNotice } from './form-notice.tsx'
import { SignUpFields } from './sign-up-fields.tsx'
import { useFormProblem } from './use-form-problem.ts'
import { useSignUp } from './use-sign-up.ts'

const empty: SignUpValues = { name: '', email: '', phone: '', password: '', confirmPassword: '' }
const fields = Object.keys(empty)

type SignUpFormProps = {
  /** The account exists and its customer is signed in. */
  onDone?: () => void
  /** A link to another page was followed. */
  onLeave?: () => void
}

/** The sign-up form of the page and of the dialog. */
export function SignUpForm({ onDone, onLeave }: SignUpFormProps) {
  const [values, setValues] = useState(empty)
  const problem = useFormProblem(fields)
  const signUp = useSignUp({ done: onDone, failed: problem.report })

  const change = (field: SignUpField, value: string) => {
    // Several fields can be filled at once, by a password manager for one.
    setValues((old) => ({ ...old, [field]: value }))
    problem.recheck(signUpProblem({ ...values, [field]: value }))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signUp.isPending) return
    const wrong = signUpProblem(values)
    if (wrong) return problem.report(wrong)
    problem.clear()
    signUp.mutate(values)
  }

  return (
    // 'dialog': sent before the script runs it goes nowhere, and no password into an address.
    <form ref={problem.formRef} className={styles.form} method="dialog" noValidate onSubmit={submit}>
      <FormNotice problem={problem.general} />
      <SignUpFields values={values} onChange={change} errorAt={problem.errorAt} />
      <Button type="submit" full busy={signUp.isPending}>
        {signUp.isPending ? 'Creating Account...' : 'Create Account'}
      </Button>
      <p className={`muted ${styles.small}`}>
        By creating an account you agree to our{' '}
        <Link to="/terms-of-service" onClick={onLeave}>
          Terms of Service
        </Link>{' '}
        and{' '}
        <Link to="/privacy-policy" onClick={onLeave}>
          Privacy Policy
        </Link>
        .
      </p>
    </form>
  )
}
