import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSignInPrompt } from '#client/lib/account-dialogs.ts'
import { useLostSession } from '#client/lib/expired-session.ts'
import { guardSignOut } from '#client/lib/sign-out-guard.ts'
import { useSite } from '#client/lib/site-settings.ts'
import { Button, SecondaryButton } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { accountDisabled } from '#shared/account-disabled.ts'
import type { WizardStep } from './wizard-steps.ts'

type LeaveQuestionsProps = { hasSecrets: boolean }
type LeaveGuardProps = LeaveQuestionsProps & { signedOutOf: WizardStep | undefined; forget: () => void }

/** Asks before input is lost, and replaces a step after the session was lost. */
export function LeaveGuard({ hasSecrets, signedOutOf, forget }: LeaveGuardProps) {
  return (
    <>
      {signedOutOf && <SignedOutCover isPlaced={signedOutOf === 'done'} forget={forget} />}
      <LeaveQuestions hasSecrets={hasSecrets} />
    </>
  )
}

export function LeaveQuestions({ hasSecrets }: LeaveQuestionsProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    disabled: !hasSecrets,
    withResolver: true,
  })
  const signOut = useSignOutQuestion(hasSecrets)
  return (
    <>
      {blocker.status === 'blocked' && (
        <LeaveDialog title="Leave this page?" action="Leave" onStay={blocker.reset} onLeave={blocker.proceed} />
      )}
      {signOut.isAsked && (
        <LeaveDialog
          title="Sign out?"
          action="Sign Out"
          onStay={() => signOut.answer(false)}
          onLeave={() => signOut.answer(true)}
        />
      )}
    </>
  )
}

function useSignOutQuestion(isActive: boolean) {
  const [resolve, setResolve] = useState<(mayLeave: boolean) => void>()

  // Signing out starts outside the wizard too, in the header and the menu.
  useEffect(() => {
    if (!isActive) return
    return guardSignOut(() => new Promise((next) => setResolve(() => next)))
  }, [isActive])

  return {
    isAsked: resolve !== undefined,
    answer(mayLeave: boolean) {
      resolve?.(mayLeave)
      setResolve(undefined)
    },
  }
}

type LeaveDialogProps = { title: string; action: string; onStay: () => void; onLeave: () => void }

function LeaveDialog({ title, action, onStay, onLeave }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      title={title}
      description="Your photos and card details haven't been sent. If you leave now, you'll lose them."
      action={action}
      isDanger
      cancel="Stay"
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}

/** Replaces a step after sign-out. The customer's data stays hidden until the customer signs in again. */
function SignedOutCover({ isPlaced, forget }: { isPlaced: boolean; forget: () => void }) {
  const isDisabled = useLostSession()?.isDisabled === true
  const disabled = accountDisabled(useSite().supportEmail)
  const signIn = useSignInPrompt()
  const place = useRef<HTMLDivElement>(null)

  // What had the focus is out of sight.
  useEffect(() => place.current?.focus(), [])

  return (
    <div ref={place} tabIndex={-1} role="alert">
      <StateMessage
        title={isDisabled ? disabled.title : 'You have been signed out'}
        action={
          <>
            {!isDisabled && <Button onClick={() => signIn()}>Sign In Again</Button>}
            <SecondaryButton onClick={forget}>Start Over</SecondaryButton>
          </>
        }
      >
        {isDisabled && <p>{disabled.message}</p>}
        {isPlaced ? (
          <p>Your order has been sent.{!isDisabled && ' Sign in again to see it.'}</p>
        ) : (
          <p>
            Your order has not been sent.
            {!isDisabled &&
              " Sign in again to continue. We'll keep your photos and everything you typed in this tab, out of sight, for 15 minutes."}
          </p>
        )}
      </StateMessage>
    </div>
  )
}
