import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { NewPasswordFields, requiredNewPassword } from '#client/calls/new-password-fields.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { useSignInPrompt } from '#client/lib/account-dialogs.ts'
import { trpc } from '#client/lib/trpc.ts'
import { buttonClass, SecondaryButton, SmallButton } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { accountProblems, missingField, type NewPassword } from '#shared/account.ts'
import { cleanText } from '#shared/clean-text.ts'
import { hasEmailShape } from '#shared/email.ts'
import { RESET_LINK_MINUTES, recoveryMessages, recoveryProblems, replacementProblem } from '#shared/recovery.ts'
import { EmailField } from './email-field.tsx'
import { useForgetCustomer } from './end-session.ts'
import styles from './password-recovery-pages.module.css'

/** /forgot-password: asks for the email. The confirmation does not reveal whether an account exists. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const promptSignIn = useSignInPrompt()
  // The form is unmounted, so the focus moves to the heading, which stays and changes its text.
  const show = (next: string | undefined) => {
    setSentTo(next)
    headingRef.current?.focus()
  }
  const isSent = sentTo !== undefined
  return (
    <RecoveryPage
      headingRef={headingRef}
      title={isSent ? recoveryMessages.resetRequestedTitle : 'Forgot your password?'}
      lead={
        isSent
          ? recoveryMessages.resetRequested
          : `Enter your email address. We'll send you a link that works for ${RESET_LINK_MINUTES} minutes.`
      }
    >
      {isSent ? (
        <>
          <p>
            You entered <span className="strong breaks">{sentTo}</span>. If nothing arrives in a few minutes, check your
            spam folder and the address.
          </p>
          <div className="margin-top-5">
            <SecondaryButton onClick={() => show(undefined)}>Use another address</SecondaryButton>
          </div>
        </>
      ) : (
        <ForgotPasswordForm onSent={show} />
      )}
      <p className="cluster gap-3 row-gap-2 margin-top-5 pad-top-4 line-top">
        Remembered it?
        <SmallButton onClick={() => promptSignIn('signin')}>Back to sign in</SmallButton>
      </p>
    </RecoveryPage>
  )
}

const sendFailed = { title: 'Error', message: "We couldn't send the link. Please try again." }

function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({ email: '' }, problemOf, { required: { email: 'Enter your email address' } })
  const request = trpc.account.requestPasswordReset.useMutation({
    ...useCall({ form, failed: sendFailed }),
    onSuccess: (_, sent) => onSent(sent.email),
  })
  return (
    <Form form={form} onSubmit={({ email }) => request.mutate({ email: cleanText.email(email) })} call={request}>
      <EmailField required {...form.bind('email')} />
      <SubmitButton full pendingLabel="Sending...">
        Send reset link
      </SubmitButton>
    </Form>
  )
}

function problemOf({ email }: { email: string }) {
  if (!cleanText.email(email)) return missingField('email')
  return hasEmailShape(cleanText.email(email)) ? undefined : accountProblems.invalidEmail
}

/** /reset-password: the target of the link in the mail. Calls `onDone` once the new password is set. */
export function ResetPasswordPage({ onDone }: { onDone: () => void }) {
  const token = useLinkToken()
  const [refused, setRefused] = useState('')
  const {
    mutate: check,
    isError,
    isSuccess,
  } = trpc.account.checkResetLink.useMutation({
    onSuccess: ({ isValid }, { token }) => {
      if (!isValid) setRefused(token)
    },
  })

  // If this check fails, the form is shown anyway and reports an invalid link on submit.
  useEffect(() => {
    if (token) check({ token })
  }, [token, check])

  if (token === refused) return <LinkNotValid />
  return (
    <RecoveryPage
      title="Choose a new password"
      lead="We'll sign you out everywhere. Then sign in with the new password."
    >
      {token && (isSuccess || isError) ? (
        <ResetPasswordForm token={token} onDone={onDone} onRefused={() => setRefused(token)} />
      ) : (
        <Skeleton lines={3} height="4rem" />
      )}
    </RecoveryPage>
  )
}

function LinkNotValid() {
  const { title, message } = recoveryProblems.linkNotValid
  return (
    <RecoveryPage title={title} lead={message}>
      <Link to="/forgot-password" className={buttonClass()}>
        Send a new link
      </Link>
    </RecoveryPage>
  )
}

const empty: NewPassword = { password: '', confirmPassword: '' }

function ResetPasswordForm({ token, onDone, onRefused }: { token: string; onDone: () => void; onRefused: () => void }) {
  const form = useForm(empty, (values) => replacementProblem(values), { required: requiredNewPassword })
  const utils = trpc.useUtils()
  const forget = useForgetCustomer()
  const toast = useToast()
  const call = useCall({ form, failed: resetFailed })
  const reset = trpc.account.resetPassword.useMutation({
    onSuccess: async () => {
      // The server ends all sessions of the account, so this browser may be signed out too.
      const { customer } = await utils.client.account.session.query()
      if (!customer) forget()
      toast({ title: recoveryMessages.passwordChangedTitle, description: recoveryMessages.passwordReset })
      onDone()
    },
    onError: (error) => {
      if (error.data?.code === 'unprocessable') onRefused()
      else call.onError(error)
    },
  })
  return (
    <Form form={form} onSubmit={(values) => reset.mutate({ token, ...values })} call={reset}>
      <NewPasswordFields form={form} />
      <SubmitButton full pendingLabel="Saving...">
        Save new password
      </SubmitButton>
    </Form>
  )
}

const resetFailed = {
  title: recoveryProblems.wrongCurrentPassword.title,
  message: "We couldn't save your new password. Please try again.",
}

/** '' without a token. It is removed from the address bar to keep it out of history, bookmarks and screenshots. */
function useLinkToken() {
  const [token, setToken] = useState<string>()

  // A second link opened in the same tab changes only the fragment, which does not remount the page.
  useEffect(() => {
    const take = () => {
      const given = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
      setToken((known) => given || known || '')
      if (given) history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])

  return token
}

type RecoveryPageProps = { title: string; lead: ReactNode; headingRef?: Ref<HTMLHeadingElement>; children: ReactNode }

function RecoveryPage({ title, lead, headingRef, children }: RecoveryPageProps) {
  return (
    <div className="page pad-page">
      <div className={styles.narrow}>
        <h1 ref={headingRef} tabIndex={-1}>
          {title}
        </h1>
        <p className="muted margin-top-2 margin-bottom-5">{lead}</p>
        {children}
      </div>
    </div>
  )
}
