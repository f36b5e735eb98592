import { useRef, useState } from 'react'
import { useSignInPrompt } from '#client/lib/sign-in-prompt.ts'
import { Button } from '#client/ui/button.tsx'
import { RESET_LINK_MINUTES, recoveryMessages } from '#shared/recovery.ts'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import styles from './recovery-page.module.css'
import { RecoveryPage } from './recovery-page.tsx'

/** /forgot-password: asks for the address, then says where the link went without saying whether it went. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const promptSignIn = useSignInPrompt()
  // The same heading stays and changes its words; the focus goes there, since the form is gone.
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
