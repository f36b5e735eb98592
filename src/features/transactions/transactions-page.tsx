import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/ui/button.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { type Retry, RetryButton, RetryNotice } from '#client/ui/retry.tsx'
import { ReceiptSkeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { formatDollars } from '#shared/money.ts'
import { transactionTotals } from '#shared/submission.ts'
import { TransactionReceipt } from './transaction-receipt.tsx'
import styles from './transactions-page.module.css'
import { type ShownTransaction, useTransactions } from './use-transactions.ts'

/** /transactions: the history of the signed-in customer. `customerId` is undefined until the session is loaded. */
export function TransactionsPage({ customerId }: { customerId: string | undefined }) {
  return (
    <div className={`page ${styles.page}`}>
      <h1 className={styles.title}>Transaction History</h1>
      {customerId ? <TransactionHistory customerId={customerId} /> : <TransactionsSkeleton />}
    </div>
  )
}

/** The transactions of one customer: loading, error, empty, or receipts with totals. */
function TransactionHistory({ customerId }: { customerId: string }) {
  const query = useTransactions(customerId)
  const retry = { isRetrying: query.isFetching, onRetry: () => void query.refetch() }
  return (
    <QueryState query={query} loading={<TransactionsSkeleton />} failed={() => <LoadingFailed {...retry} />}>
      {(transactions) => (
        <>
          {query.isError && <LastSaved {...retry} />}
          {transactions.length === 0 ? <NoTransactions /> : <TransactionList transactions={transactions} />}
        </>
      )}
    </QueryState>
  )
}

function TransactionList({ transactions }: { transactions: readonly ShownTransaction[] }) {
  return (
    <>
      <ul className={styles.list}>
        {transactions.map((each) => (
          <li key={each.id}>
            <TransactionReceipt transaction={each} isLink />
          </li>
        ))}
      </ul>
      <TransactionSummary transactions={transactions} />
    </>
  )
}

function LoadingFailed(retry: Retry) {
  return (
    <StateMessage title="Unable to Load Transactions" headingLevel={2} action={<RetryButton {...retry} />}>
      There was an error loading your transaction history. Please try again later.
    </StateMessage>
  )
}

function LastSaved(retry: Retry) {
  return (
    <div className={styles.saved}>
      <RetryNotice tone="warn" title="Showing the last saved list" {...retry}>
        We could not reach the server. Statuses may have changed since.
      </RetryNotice>
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

function TransactionSummary({ transactions }: { transactions: readonly ShownTransaction[] }) {
  const { totalExchanges, totalTrades, completed } = transactionTotals(transactions)
  const figures = [
    { label: 'Total Exchanges', value: totalExchanges },
    { label: 'Total Trades', value: formatDollars(totalTrades), isMoney: true },
    { label: 'Completed', value: completed },
  ]
  return (
    <section aria-label="Summary" className={styles.summary}>
      <Stats figures={figures} narrow="lines" />
    </section>
  )
}

function TransactionsSkeleton() {
  return <ReceiptSkeleton count={3} label="Loading your transactions..." />
}
