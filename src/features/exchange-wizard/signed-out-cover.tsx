import { useEffect, useRef } from 'react'
import { useLostSession } from '#client/lib/expired-session.ts'
import { useSignInPrompt } from '#client/lib/sign-in-prompt.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { accountDisabled } from '#shared/account-disabled.ts'

/** What stands in place of a step whose customer is signed out: nothing of theirs is in sight until they are back. */
export function SignedOutCover({ isPlaced, forget }: { isPlaced: boolean; forget: () => void }) {
  const isDisabled = useLostSession()?.isDisabled === true
  const signIn = useSignInPrompt()
  const place = useRef<HTMLDivElement>(null)

  // What had the focus is out of sight.
  useEffect(() => place.current?.focus(), [])

  return (
    <div ref={place} tabIndex={-1} role="alert">
      <StateMessage
        title={isDisabled ? accountDisabled.title : 'You have been signed out'}
        action={
          <>
            {!isDisabled && <Button onClick={() => signIn()}>Sign In Again</Button>}
            <Button variant="secondary" onClick={forget}>
              Start Over
            </Button>
          </>
        }
      >
        {isDisabled && <p>{accountDisabled.message}</p>}
        {isPlaced ? (
          <p>Your order has been submitted.{!isDisabled && ' Sign in again to see it.'}</p>
        ) : (
          <p>
            Your order has not been sent.
            {!isDisabled &&
              ' Sign in again to go on: your photos and everything you typed are kept out of sight in this tab for 15 minutes.'}
          </p>
        )}
      </StateMessage>
    </div>
  )
}
