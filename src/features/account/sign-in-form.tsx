import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { getLostSession } from '#client/lib/expired-session.ts'
import { useSetCustomer } from '#client/lib/session.ts'
import { notifyOtherTabs } from '#client/lib/session-channel.ts'
import { clearStoredOfOthers } from '#client/lib/storage.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Form, type FormProblem, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/text-field.tsx'
import { accountProblems, signInProblem } from '#shared/account.ts'
import { accountMessages } from '#shared/account-messages.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { cleanText } from '#shared/clean-text.ts'
import { EmailField } from './email-field.tsx'
import { useForgetCustomer } from './end-session.ts'
import styles from './form.module.css'

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

/** Returns a function that sets the signed-in customer in every tab and clears the stored data of other customers. */
export function useEnterCustomer() {
  const setCustomer = useSetCustomer()
  const forget = useForgetCustomer()
  return useCallback(
    (customer: CustomerProfile) => {
      const lost = getLostSession()
      if (lost && lost.customer.id !== customer.id) forget()
      clearStoredOfOthers(customer.id)
      setCustomer(customer)
      notifyOtherTabs('signed-in')
    },
    [setCustomer, forget],
  )
}
