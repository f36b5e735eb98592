import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import styles from './access-denied.module.css'

/** What a customer without a staff session sees on /admin. */
export function AccessDenied({ onStaffSignIn }: { onStaffSignIn: () => void }) {
  return (
    <div className={`page ${styles.page}`}>
      <StateMessage
        title="Access Denied"
        headingLevel={1}
        action={
          <>
            <Link to="/" className={buttonClass('primary')}>
              Return to Home
            </Link>
            <Button variant="quiet" onClick={onStaffSignIn}>
              Staff sign in
            </Button>
          </>
        }
      >
        You don't have permission to access the admin dashboard.
      </StateMessage>
    </div>
  )
}
