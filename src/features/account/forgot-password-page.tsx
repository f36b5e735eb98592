import { useRef, useState } from 'react'
import { useSignInPrompt } from '#client/lib/sign-in-prompt.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { accountProblems, missingField } from '#shared/account.ts'
import { hasEmailShape } from '#shared/email.ts'
import { RESET_LINK_MINUTES, recoveryMessages } from '#shared/recovery.ts'
import { accountFailure } from './account-failure.ts'
import styles from './recovery-page.module.css'
import { RecoveryPage } from './recovery-page.tsx'

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
  const remembered = (
    <p className={styles.other}>
      Remembered it?
      <Button variant="secondary" size="small" onClick={() => promptSignIn('signin')}>
        Back to Sign In
      </Button>
    </p>
  )

  if (sentTo === undefined)
    return (
      <RecoveryPage
        headingRef={headingRef}
        title="Forgot your password?"
        lead={`Tell us your email address. We will send you a link to set a new password; it works for ${RESET_LINK_MINUTES} minutes.`}
      >
        <ForgotPasswordForm onSent={show} />
        {remembered}
      </RecoveryPage>
    )
  return (
    <RecoveryPage
      headingRef={headingRef}
      title={recoveryMessages.resetRequestedTitle}
      lead={recoveryMessages.resetRequested}
    >
      <p>
        You asked for <span className={styles.address}>{sentTo}</span>. If nothing arrives in a few minutes, look in
        your spam folder and check the address.
      </p>
      <div className={styles.after}>
        <Button variant="secondary" onClick={() => show(undefined)}>
          Use Another Address
        </Button>
      </div>
      {remembered}
    </RecoveryPage>
  )
}

const sendFailed = { title: 'Error', message: 'We could not send the link. Please try again.' }

/** Requests a reset link. Calls `onSent` with the email once the server has accepted the request. */
function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({ email: '' }, problemOf)
  const request = trpc.account.requestPasswordReset.useMutation({
    onSuccess: (_, sent) => onSent(sent.email),
    onError: (error) => form.report(accountFailure(error, sendFailed)),
  })
  return (
    <Form form={form} onSubmit={({ email }) => request.mutate({ email: email.trim() })} isPending={request.isPending}>
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.bind('email')}
      />
      <SubmitButton full pendingLabel="Sending...">
        Send Reset Link
      </SubmitButton>
    </Form>
  )
}

function problemOf({ email }: { email: string }) {
  if (!email.trim()) return missingField('email')
  return hasEmailShape(email.trim()) ? undefined : accountProblems.invalidEmail
}
