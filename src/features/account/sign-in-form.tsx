import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { signInProblem } from '#shared/account.ts'
import type { FormProblem } from './account-failure.ts'
import styles from './form.module.css'
import { FormNotice } from './form-notice.tsx'
import { useFormProblem } from './use-form-problem.ts'
import { useSignIn } from './use-sign-in.ts'

type SignInValues = { email: string; password: string }

/** Email and password; `onDone` once the customer is signed in, `onLeave` when the link to another page is followed. */
export function SignInForm({ onDone, onLeave }: { onDone: () => void; onLeave: () => void }) {
  const [values, setValues] = useState<SignInValues>({ email: '', password: '' })
  const problem = useFormProblem(['email', 'password'])
  const signIn = useSignIn({ done: onDone, failed: problem.report })

  const change = (part: Partial<SignInValues>) => {
    const next = { ...values, ...part }
    setValues(next)
    problem.recheck(problemOf(next))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signIn.isPending) return
    const wrong = problemOf(values)
    if (wrong) return problem.report(wrong)
    problem.clear()
    signIn.mutate({ email: values.email.trim(), password: values.password })
  }

  return (
    <form ref={problem.formRef} className={styles.form} noValidate onSubmit={submit}>
      <FormNotice problem={problem.general} />
      <TextField
        label="Email Address"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={values.email}
        onValueChange={(email) => change({ email })}
        error={problem.errorAt('email')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={values.password}
        onValueChange={(password) => change({ password })}
        error={problem.errorAt('password')}
      />
      <Link to="/forgot-password" className={styles.beside} onClick={onLeave}>
        Forgot your password?
      </Link>
      <Button type="submit" full busy={signIn.isPending}>
        {signIn.isPending ? 'Signing In...' : 'Sign In'}
      </Button>
    </form>
  )
}

/** The shared rule names no field for a missing entry: it is the first empty one. */
function problemOf(values: SignInValues): FormProblem | undefined {
  const wrong = signInProblem(values)
  return wrong && { field: values.email.trim() ? 'password' : 'email', ...wrong }
}
