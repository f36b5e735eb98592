import { Link } from '@tanstack/react-router'
import { useSignInPrompt } from '#client/lib/account-dialogs.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { site } from '#shared/site.ts'
import styles from './not-found.module.css'

/** After the sign-in the route shows the order, or the list without a `reference`. */
export function AccessRestricted({ reference }: { reference?: string }) {
  const signIn = useSignInPrompt()
  return (
    <div className={`page ${styles.page}`}>
      <StateMessage
        title="Access Restricted"
        headingLevel={1}
        action={
          <>
            <Button onClick={() => signIn()}>Sign In</Button>
            <Link to="/" className={buttonClass('secondary')}>
              Go to Home
            </Link>
          </>
        }
      >
        {reference !== undefined && (
          <h2 className="ink margin-bottom-2 text-xl">Sign in to see {orderName(reference)}</h2>
        )}
        <p>Please sign in to view your transaction history.</p>
      </StateMessage>
    </div>
  )
}

/** A link can contain any text, so only what has the form of a reference is repeated. */
function orderName(reference: string) {
  if (!reference.startsWith(site.orderPrefix) || !/^[\w-]{1,20}$/.test(reference)) return 'this order'
  return (
    <>
      order <span className="mono">{reference}</span>
    </>
  )
}
