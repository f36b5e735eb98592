import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import styles from './not-found.module.css'

/** Replaces a customer's submissions for visitors who are not signed in. */
export function AccessRestricted() {
  return (
    <div className={`page ${styles.page}`}>
      <StateMessage
        title="Access Restricted"
        headingLevel={1}
        action={
          <Link to="/" className={buttonClass('primary')}>
            Go to Home
          </Link>
        }
      >
        Please sign in to view your transaction history.
      </StateMessage>
    </div>
  )
}
