import { Link } from '@tanstack/react-router'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Form, type FormProblem, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { accountProblems, signInProblem } from '#shared/account.ts'
import { accountMessages } from '#shared/account-messages.ts'
import { cleanText } from '#shared/clean-text.ts'
import { EmailField } from './email-field.tsx'
import styles from './form.module.css'
import { useEnterCustomer } from './use-enter-customer.ts'

type SignInValues = { email: string; password: string }

const required = { email: 'Enter your email address', password: 'Enter your password' }

type SignInFormProps = {
  /** The address that was typed into the sign-up form. */
  email?: string
  onDone?: () => void
  onLeave?: () => void
}

export function SignInForm({ email: knownEmail = '', onDone, onLeave }: SignInFormProps) {
  const form = useForm<SignInValues>({ email: knownEmail, password: '' }, problemOf, { required })
  const enter = useEnterCustomer()
  const signIn = trpc.account.signIn.useMutation(
    useCall({
      form,
      failed: signInFailed,
      toast: ({ name }) => ({
        title: accountMessages.welcomeBackTitle(name),
        description: accountMessages.welcomeBack,
      }),
      onDone: (customer) => {
        enter(customer)
        onDone?.()
      },
    }),
  )
  return (
    <Form
      form={form}
      onSubmit={({ email, password }) => signIn.mutate({ email: cleanText.email(email), password })}
      isPending={signIn.isPending}
    >
      <EmailField {...form.bind('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.bind('password')} />
      <Link to="/forgot-password" className={`pad-block-2 text-sm ${styles.beside}`} onClick={onLeave}>
        Forgot your password?
      </Link>
      <SubmitButton full pendingLabel="Signing In...">
        Sign In
      </SubmitButton>
    </Form>
  )
}

/** Adds the first empty field, which the shared rule does not name. */
function problemOf(values: SignInValues): FormProblem | undefined {
  const wrong = signInProblem(values)
  return wrong && { field: cleanText.email(values.email) ? 'password' : 'email', ...wrong }
}

const signInFailed = {
  title: accountProblems.wrongPassword.title,
  message: "We couldn't sign you in. Please try again.",
}
