import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import styles from './not-found.module.css'

/** What an address without a page shows. */
export function NotFound() {
  return (
    <div className={`page ${styles.page}`}>
      <StateMessage
        title="404 Page Not Found"
        headingLevel={1}
        action={
          <>
            <Link to="/" className={buttonClass()}>
              Go to Home
            </Link>
            <Link to="/exchange" className={buttonClass('secondary')}>
              Exchange
            </Link>
            <Link to="/supported-cards" className={buttonClass('secondary')}>
              Supported Cards
            </Link>
          </>
        }
      >
        Did you forget to add the page to the router?
      </StateMessage>
    </div>
  )
}
