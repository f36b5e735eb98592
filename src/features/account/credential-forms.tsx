import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PasswordMeter } from '#client/calls/new-password-fields.tsx'
import { type CallOptions, useCall } from '#client/calls/use-call.ts'
import type { SignInTab } from '#client/lib/account-dialogs.ts'
import { withBase } from '#client/lib/base-path.ts'
import { getLostSession } from '#client/lib/expired-session.ts'
import { useSetCustomer } from '#client/lib/session.ts'
import { notifyOtherTabs } from '#client/lib/session-channel.ts'
import { clearStoredOfOthers } from '#client/lib/storage.ts'
import { trpc } from '#client/lib/trpc.ts'
import { SecondaryButton } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import {
  accountProblems,
  PASSWORD_MIN_LENGTH,
  type SignUpForm as SignUpValues,
  signInProblem,
  signUpProblem,
} from '#shared/account.ts'
import { accountMessages } from '#shared/account-messages.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { cleanText } from '#shared/clean-text.ts'
import { withoutInvisible } from '#shared/compact-text.ts'
import { EmailField } from './email-field.tsx'
import { useForgetCustomer } from './end-session.ts'
import styles from './form.module.css'

type SignInValues = { email: string; password: string }

type SignInFormProps = { email?: string; onDone?: () => void; onLeave?: () => void }

export function SignInForm({ email: knownEmail = '', onDone, onLeave }: SignInFormProps) {
  const form = useForm<SignInValues>({ email: knownEmail, password: '' }, problemOf, {
    required: { email: 'Enter your email address', password: 'Enter your password' },
  })
  const signIn = trpc.account.signIn.useMutation(
    useEntering({
      form,
      failed: signInFailed,
      toast: ({ name }) => ({
        title: accountMessages.welcomeBackTitle(name),
        description: accountMessages.welcomeBack,
      }),
      onDone,
    }),
  )
  return (
    <Form
      form={form}
      onSubmit={({ email, password }) => signIn.mutate({ email: cleanText.email(email), password })}
      call={signIn}
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

function problemOf(values: SignInValues) {
  const wrong = signInProblem(values)
  return wrong && { field: cleanText.email(values.email) ? 'password' : 'email', ...wrong }
}

const signInFailed = {
  title: accountProblems.wrongPassword.title,
  message: "We couldn't sign you in. Please try again.",
}

const empty: SignUpValues = { name: '', email: '', phone: '', password: '', confirmPassword: '' }

const required: SignUpValues = {
  name: 'Enter your full name',
  email: 'Enter your email address',
  phone: 'Enter your phone number',
  password: 'Enter a password',
  confirmPassword: 'Enter the password again',
}

type SignUpFormProps = { onDone?: () => void; onSignInInstead: (email: string) => void }

export function SignUpForm({ onDone, onSignInInstead }: SignUpFormProps) {
  const form = useForm(empty, (values) => signUpProblem(values), { required })
  const signUp = trpc.account.signUp.useMutation(
    useEntering({
      form,
      failed: signUpFailed,
      toast: ({ name }) => ({ title: accountMessages.welcomeTitle(name), description: accountMessages.welcome }),
      onDone,
    }),
  )
  const isEmailTaken = form.errorAt('email') === accountProblems.emailTaken.message
  return (
    // method="dialog" prevents a submit before hydration from putting the password into a URL.
    <Form form={form} onSubmit={(values) => signUp.mutate(values)} call={signUp} method="dialog">
      <TextField label="Full Name" autoComplete="name" required {...form.bind('name')} />
      <EmailField hint="Your receipts and payout notices go here." required {...form.bind('email')} />
      {isEmailTaken && (
        <SecondaryButton onClick={() => onSignInInstead(cleanText.email(form.values.email))}>
          Sign in with this email
        </SecondaryButton>
      )}
      <TextField
        clean={withoutInvisible}
        label="Phone Number"
        hint="We use it only if a payout fails."
        type="tel"
        autoComplete="tel"
        required
        {...form.bind('phone')}
      />
      <PasswordField
        label="Password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        autoComplete="new-password"
        required
        {...form.bind('password')}
      />
      <PasswordMeter password={form.values.password} />
      <PasswordField label="Confirm Password" autoComplete="new-password" required {...form.bind('confirmPassword')} />
      <SubmitButton full pendingLabel="Creating Account...">
        Create Account
      </SubmitButton>
      <p className="muted text-sm">
        By creating an account you agree to our{' '}
        <NewTabLink href={withBase('/terms-of-service')}>Terms of Service</NewTabLink> and{' '}
        <NewTabLink href={withBase('/privacy-policy')}>Privacy Policy</NewTabLink>.
      </p>
    </Form>
  )
}

const signUpFailed = { title: accountMessages.signUpFailedTitle, message: accountMessages.signUpFailed }

type Entering<Values> = Pick<CallOptions<CustomerProfile, Values>, 'form' | 'failed' | 'toast'> & {
  onDone: (() => void) | undefined
}

/** A call that signs a customer in: in every tab, and without the stored data of other customers. */
function useEntering<Values extends object>({ onDone, ...options }: Entering<Values>) {
  const setCustomer = useSetCustomer()
  const forget = useForgetCustomer()
  return useCall({
    ...options,
    onDone: (customer: CustomerProfile) => {
      const lost = getLostSession()
      if (lost && lost.customer.id !== customer.id) forget()
      clearStoredOfOthers(customer.id)
      setCustomer(customer)
      notifyOtherTabs('signed-in')
      onDone?.()
    },
  })
}

/** The choice between both forms: an address that has an account goes from one to the other. */
export function useCredentialTabs(first: SignInTab) {
  const [tab, setTab] = useState<string>(first)
  const [knownEmail, setKnownEmail] = useState('')
  const signInInstead = (email: string) => {
    setKnownEmail(email)
    setTab('signin')
  }
  return { tab, setTab, knownEmail, signInInstead }
}
