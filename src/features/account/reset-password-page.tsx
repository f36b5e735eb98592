import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { recoveryProblems } from '#shared/recovery.ts'
import { RecoveryPage } from './recovery-page.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { useLinkToken } from './use-link-token.ts'

/** /reset-password: where the link of the mail leads. `onDone` once the new password is set. */
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

  // The server knows whether the link still works. Without its answer the form says so when it is sent.
  useEffect(() => {
    if (token) check({ token })
  }, [token, check])

  if (token === refused) return <LinkNotValid />
  return (
    <RecoveryPage title="Choose a new password" lead="You will be signed out everywhere and sign in with it again.">
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
        Send a New Link
      </Link>
    </RecoveryPage>
  )
}
