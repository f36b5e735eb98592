import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/ui/button.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { type Retry, RetryButton } from '#client/ui/retry.tsx'
import { RetryNotice } from '#client/ui/retry-notice.tsx'
import { ReceiptSkeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { formatDollars } from '#shared/money.ts'
import { type SellerSum, sellerSumNames, sellerSums, transactionTotals } from '#shared/seller-money.ts'
import type { TransactionFilter } from '#shared/transaction-list.ts'
import { DebtNotices } from './debts.tsx'
import { PaidByYear } from './paid-by-year.tsx'
import { SellerSums } from './seller-sums.tsx'
import { TransactionList } from './transaction-list.tsx'
import { TransactionReceipt } from './transaction-receipt.tsx'
import styles from './transactions-page.module.css'
import { type ShownTransaction, useTransactions } from './use-transactions.ts'

/** From this number of orders on, they are lines with filters instead of receipts. */
const MANY = 4

type Filtering = { filter: TransactionFilter; onFilter: (next: TransactionFilter) => void }

/** /transactions: the history of the signed-in customer. `customerId` is undefined until the session is loaded. */
export function TransactionsPage({ customerId, ...filtering }: Filtering & { customerId: string | undefined }) {
  return (
    <div className="page pad-page">
      <h1 className="margin-bottom-5">Transaction History</h1>
      {customerId ? <TransactionHistory customerId={customerId} {...filtering} /> : <TransactionsSkeleton />}
    </div>
  )
}

function TransactionHistory({ customerId, ...filtering }: Filtering & { customerId: string }) {
  const query = useTransactions(customerId)
  const retry = { isRetrying: query.isFetching, onRetry: () => void query.refetch() }
  return (
    <QueryState query={query} loading={<TransactionsSkeleton />} failed={() => <LoadingFailed {...retry} />}>
      {(transactions) => (
        <>
          {query.isError && (
            <div className="margin-bottom-5">
              <RetryNotice tone="warn" title="Showing the last saved list" {...retry}>
                We couldn't reach the server. Statuses may have changed since.
              </RetryNotice>
            </div>
          )}
          <DebtNotices />
          {transactions.length === 0 ? (
            <NoTransactions />
          ) : (
            <>
              <div className="margin-bottom-5">
                <SellerSums transactions={transactions} />
              </div>
              {transactions.length >= MANY ? (
                <TransactionList transactions={transactions} hasExport={!query.isError} {...filtering} />
              ) : (
                <TransactionReceipts transactions={transactions} />
              )}
              <TransactionSummary transactions={transactions} />
              {!query.isError && <PaidByYear key={transactionTotals(transactions).paid} />}
            </>
          )}
        </>
      )}
    </QueryState>
  )
}

function TransactionReceipts({ transactions }: { transactions: readonly ShownTransaction[] }) {
  return (
    <ul className={`plain stack top gap-5 ${styles.list}`}>
      {transactions.map((each) => (
        <li key={each.id}>
          <TransactionReceipt transaction={each} isLink />
        </li>
      ))}
    </ul>
  )
}

function LoadingFailed(retry: Retry) {
  return (
    <StateMessage title="Unable to Load Transactions" action={<RetryButton {...retry} />}>
      There was an error loading your transaction history. Please try again later.
    </StateMessage>
  )
}

function NoTransactions() {
  return (
    <StateMessage
      title="No transactions yet"
      action={
        <Link to="/exchange" className={buttonClass()}>
          Start Your First Exchange
        </Link>
      }
    >
      The gift cards you sell appear here, each with its status and payout.
    </StateMessage>
  )
}

function TransactionSummary({ transactions }: { transactions: readonly ShownTransaction[] }) {
  const { totalExchanges, totalTrades, completed, ...sums } = transactionTotals(transactions)
  const figures = [
    { label: 'Total Exchanges', value: totalExchanges },
    { label: 'Total Trades', value: formatDollars(totalTrades) },
    { label: 'Completed', value: completed },
  ]
  return (
    <section aria-label="Summary" className="margin-top-7">
      <Stats figures={figures} narrow="lines" />
      {totalTrades > sums.paid && (
        <p className="margin-top-3 muted">Total Trades adds up every quoted payout: {partsOf(sums)}.</p>
      )}
    </section>
  )
}

function partsOf(sums: Readonly<Record<SellerSum, number>>): string {
  const parts = sellerSums
    .filter((sum) => sums[sum] > 0)
    .map((sum) => `${formatDollars(sums[sum])} ${sellerSumNames[sum].toLowerCase()}`)
  return new Intl.ListFormat('en-US').format(parts)
}

function TransactionsSkeleton() {
  return <ReceiptSkeleton count={3} label="Loading your transactions..." />
}
