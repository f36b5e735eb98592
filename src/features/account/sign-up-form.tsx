import { type FormEvent, useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import {
  accountProblems,
  PASSWORD_MIN_LENGTH,
  type SignUpField,
  type SignUpForm as SignUpValues,
  signUpProblem,
} from '#shared/account.ts'
import { accountMessages } from '#shared/account-messages.ts'
import styles from './form.module.css'
import { accountFailure, FormNotice, type FormProblem, useFormProblem } from './form-problem.tsx'
import { PasswordMeter } from './new-password-fields.tsx'
import { useEnterCustomer } from './use-enter-customer.ts'

const empty: SignUpValues = { name: '', email: '', phone: '', password: '', confirmPassword: '' }
const fields = Object.keys(empty)

/** The form of the sign-up page and dialog. Calls `onDone` once the new customer is signed in. */
export function SignUpForm({ onDone }: { onDone?: () => void }) {
  const [values, setValues] = useState(empty)
  const [marksEmpty, setMarksEmpty] = useState(false)
  const problem = useFormProblem(fields)
  const signUp = useSignUp({ done: onDone, failed: problem.report })

  const change = (field: SignUpField, value: string) => {
    // A password manager fills several fields before the next render, hence the updater function.
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
    // method="dialog" prevents a submit before hydration from putting the password into a URL.
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

type SignUpFieldsProps = {
  values: SignUpValues
  onChange: (field: SignUpField, value: string) => void
  errorAt: (field: SignUpField) => string | undefined
}

/** The five required fields of a new account. */
function SignUpFields({ values, onChange, errorAt }: SignUpFieldsProps) {
  const bind = (field: SignUpField) => ({
    name: field,
    value: values[field],
    onValueChange: (value: string) => onChange(field, value),
    error: errorAt(field),
    required: true,
  })
  return (
    <>
      <TextField label="Full Name" autoComplete="name" {...bind('name')} />
      <TextField
        label="Email Address"
        hint="Your receipts and payout notices go here."
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...bind('email')}
      />
      <TextField label="Phone Number" type="tel" autoComplete="tel" {...bind('phone')} />
      <PasswordField
        label="Password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        autoComplete="new-password"
        {...bind('password')}
      />
      <PasswordMeter password={values.password} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...bind('confirmPassword')} />
    </>
  )
}

const signUpFailed = { title: accountMessages.signUpFailedTitle, message: accountMessages.signUpFailed }

/** Creates an account and signs the customer in; passes the problem to `failed` otherwise. */
function useSignUp(on: { done?: () => void; failed: (problem: FormProblem) => void }) {
  const enter = useEnterCustomer()
  const toast = useToast()
  return trpc.account.signUp.useMutation({
    onSuccess: (customer) => {
      enter(customer)
      toast({ title: accountMessages.welcomeTitle(customer.name), description: accountMessages.welcome })
      on.done?.()
    },
    onError: (error) => on.failed(accountFailure(error, signUpFailed)),
  })
}
