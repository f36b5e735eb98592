import { Link } from '@tanstack/react-router'
import { useSession } from '#client/lib/session.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { TransactionHistory } from './transaction-history.tsx'
import styles from './transactions-page.module.css'
import { TransactionsSkeleton } from './transactions-skeleton.tsx'

/** /transactions: the history of the signed-in customer; everyone else is told to sign in. */
export function TransactionsPage() {
  const { customer, isLoading } = useSession()
  if (!isLoading && !customer) return <AccessRestricted />
  return (
    <div className={`page ${styles.page}`}>
      <h1 className={styles.title}>Transaction History</h1>
      {customer ? <TransactionHistory customerId={customer.id} /> : <TransactionsSkeleton />}
    </div>
  )
}

function AccessRestricted() {
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
