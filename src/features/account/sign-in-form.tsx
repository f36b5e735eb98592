import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { accountProblems, signInProblem } from '#shared/account.ts'
import { accountMessages } from '#shared/account-messages.ts'
import styles from './form.module.css'
import { accountFailure, FormNotice, type FormProblem, useFormProblem } from './form-problem.tsx'
import { useEnterCustomer } from './use-enter-customer.ts'

type SignInValues = { email: string; password: string }

/** Email and password. Calls `onDone` after sign-in and `onLeave` when the customer follows the link. */
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

/** Adds the first empty field, which the shared rule does not name. */
function problemOf(values: SignInValues): FormProblem | undefined {
  const wrong = signInProblem(values)
  return wrong && { field: values.email.trim() ? 'password' : 'email', ...wrong }
}

const signInFailed = {
  title: accountProblems.wrongPassword.title,
  message: 'We could not sign you in. Please try again.',
}

/** Signs a customer in and shows a welcome toast; passes the problem to `failed` otherwise. */
function useSignIn(on: { done: () => void; failed: (problem: FormProblem) => void }) {
  const enter = useEnterCustomer()
  const toast = useToast()
  return trpc.account.signIn.useMutation({
    onSuccess: (customer) => {
      enter(customer)
      toast({ title: accountMessages.welcomeBackTitle(customer.name), description: accountMessages.welcomeBack })
      on.done()
    },
    onError: (error) => on.failed(accountFailure(error, signInFailed)),
  })
}
