import { withBase } from '#client/lib/base-path.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Form, type FormProblem, type FormState, SubmitButton, useForm } from '#client/ui/form.tsx'
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
import { accountFailure } from './account-failure.ts'
import styles from './form.module.css'
import { PasswordMeter } from './new-password-fields.tsx'
import { useEnterCustomer } from './use-enter-customer.ts'

const empty: SignUpValues = { name: '', email: '', phone: '', password: '', confirmPassword: '' }

/** The form of the sign-up page and dialog. Calls `onDone` once the new customer is signed in. */
export function SignUpForm({ onDone }: { onDone?: () => void }) {
  const form = useForm(empty, (values) => signUpProblem(values))
  const signUp = useSignUp({ done: onDone, failed: form.report })
  return (
    // method="dialog" prevents a submit before hydration from putting the password into a URL.
    <Form form={form} onSubmit={(values) => signUp.mutate(values)} isPending={signUp.isPending} method="dialog">
      <SignUpFields form={form} />
      <SubmitButton full pendingLabel="Creating Account...">
        Create Account
      </SubmitButton>
      <p className={`muted ${styles.small}`}>
        By creating an account you agree to our{' '}
        <NewTabLink href={withBase('/terms-of-service')}>Terms of Service</NewTabLink> and{' '}
        <NewTabLink href={withBase('/privacy-policy')}>Privacy Policy</NewTabLink>.
      </p>
    </Form>
  )
}

/** The five required fields of a new account. A submit marks every empty one. */
function SignUpFields({ form }: { form: FormState<SignUpValues> }) {
  const bind = (field: SignUpField) => {
    const bound = form.bind(field)
    const isMissing = form.wasSubmitted && !bound.value.trim()
    return { ...bound, error: bound.error ?? (isMissing ? accountProblems.missingFields.message : undefined) }
  }
  return (
    <>
      <TextField label="Full Name" autoComplete="name" required {...bind('name')} />
      <TextField
        label="Email Address"
        hint="Your receipts and payout notices go here."
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...bind('email')}
      />
      <TextField label="Phone Number" type="tel" autoComplete="tel" required {...bind('phone')} />
      <PasswordField
        label="Password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        autoComplete="new-password"
        required
        {...bind('password')}
      />
      <PasswordMeter password={form.values.password} />
      <PasswordField label="Confirm Password" autoComplete="new-password" required {...bind('confirmPassword')} />
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
