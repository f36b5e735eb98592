import { type DrawOrder, TransactionHistory } from './transaction-history.tsx'
import styles from './transactions-page.module.css'
import { TransactionsSkeleton } from './transactions-skeleton.tsx'

type TransactionsPageProps = {
  /** Undefined while the server has not said who is signed in. */
  customerId: string | undefined
  renderOrder: DrawOrder
}

/** /transactions: the history of the signed-in customer. */
export function TransactionsPage({ customerId, renderOrder }: TransactionsPageProps) {
  return (
    <div className={`page ${styles.page}`}>
      <h1 className={styles.title}>Transaction History</h1>
      {customerId ? <TransactionHistory customerId={customerId} renderOrder={renderOrder} /> : <TransactionsSkeleton />}
    </div>
  )
}
