import { Link } from '@tanstack/react-router'
import { useSignInPrompt } from '#client/lib/sign-in-prompt.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { site } from '#shared/site.ts'

/** What a visitor finds in place of the chat. */
export function SignInRequired() {
  const signIn = useSignInPrompt()
  return (
    <div className="page">
      <StateMessage
        title="Sign In Required"
        headingLevel={1}
        action={
          <>
            <Link to="/" className={buttonClass()}>
              Go to Home Page
            </Link>
            <Button variant="secondary" onClick={() => signIn()}>
              Sign In
            </Button>
          </>
        }
      >
        Please sign in to chat with support. Without an account, write to{' '}
        <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>.
      </StateMessage>
    </div>
  )
}
