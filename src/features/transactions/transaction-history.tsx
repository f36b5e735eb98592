import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { ShownTransaction } from './local-transactions.ts'
import styles from './transaction-history.module.css'
import { TransactionSummary } from './transaction-summary.tsx'
import { TransactionsSkeleton } from './transactions-skeleton.tsx'
import { useTransactions } from './use-transactions.ts'

/** How one order of the list is drawn. */
export type DrawOrder = (order: ShownTransaction) => ReactNode

/** The orders of one customer in their four states: loading, error, empty, and receipts with a summary. */
export function TransactionHistory({ customerId, renderOrder }: { customerId: string; renderOrder: DrawOrder }) {
  const { transactions, isLoading, isOffline, isFetching, retry } = useTransactions(customerId)
  if (isLoading && !transactions) return <TransactionsSkeleton />
  if (!transactions) return <LoadingFailed isRetrying={isFetching} onRetry={retry} />
  return (
    <>
      {isOffline && <LastSaved isRetrying={isFetching} onRetry={retry} />}
      {transactions.length === 0 ? (
        <NoTransactions />
      ) : (
        <>
          <ul className={styles.list}>
            {transactions.map((each) => (
              <li key={each.id}>{renderOrder(each)}</li>
            ))}
          </ul>
          <TransactionSummary transactions={transactions} />
        </>
      )}
    </>
  )
}

type Retry = { isRetrying: boolean; onRetry: () => void }

function LoadingFailed({ isRetrying, onRetry }: Retry) {
  return (
    <StateMessage
      title="Unable to Load Transactions"
      headingLevel={2}
      action={
        <Button busy={isRetrying} onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      There was an error loading your transaction history. Please try again later.
    </StateMessage>
  )
}

function LastSaved({ isRetrying, onRetry }: Retry) {
  return (
    <div className={styles.saved}>
      <Notice tone="warn" title="Showing the last saved list" role="status">
        <p>We could not reach the server. Statuses may have changed since.</p>
        <Button variant="secondary" size="small" busy={isRetrying} onClick={onRetry}>
          Try Again
        </Button>
      </Notice>
    </div>
  )
}

function NoTransactions() {
  return (
    <StateMessage
      title="No transactions yet"
      headingLevel={2}
      action={
        <Link to="/exchange" className={buttonClass('primary')}>
          Start Your First Exchange
        </Link>
      }
    >
      The gift cards you sell appear here, each with its status and payout.
    </StateMessage>
  )
}
