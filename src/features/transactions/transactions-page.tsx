import { Link } from '@tanstack/react-router'
import { useSite } from '#client/lib/site-settings.ts'
import { trpc } from '#client/lib/trpc.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { FailedLine, QueryState } from '#client/ui/query-state.tsx'
import { type Retry, RetryButton } from '#client/ui/retry.tsx'
import { RetryNotice } from '#client/ui/retry-notice.tsx'
import { ReceiptSkeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import type { StatementYear } from '#shared/report-schema.ts'
import { type SellerSum, sellerSumNames, sellerSums, transactionTotals } from '#shared/seller-money.ts'
import type { TransactionFilter } from '#shared/transaction-list.ts'
import { DebtNotices } from './debts.tsx'
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
                <ul className={`plain stack top gap-5 ${styles.list}`}>
                  {transactions.map((each) => (
                    <li key={each.id}>
                      <TransactionReceipt transaction={each} />
                    </li>
                  ))}
                </ul>
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

function partsOf(sums: Readonly<Record<SellerSum, number>>) {
  const parts = sellerSums
    .filter((sum) => sums[sum] > 0)
    .map((sum) => `${formatDollars(sums[sum])} ${sellerSumNames[sum].toLowerCase()}`)
  return new Intl.ListFormat('en-US').format(parts)
}

function TransactionsSkeleton() {
  return <ReceiptSkeleton count={3} label="Loading your transactions..." />
}

function PaidByYear() {
  // Read again whenever it is mounted, because a payout may have been sent since.
  const query = trpc.transactions.statement.useQuery(undefined, { staleTime: 0 })
  return (
    <QueryState
      query={query}
      loading={null}
      failed={({ retry }) => (
        <FailedLine className="margin-top-5" retry={retry}>
          We couldn't load what you were paid by year.
        </FailedLine>
      )}
    >
      {(years) => years.length > 0 && <Statement years={years} />}
    </QueryState>
  )
}

function Statement({ years }: { years: readonly StatementYear[] }) {
  const { timeZone } = useSite()
  const hasReturns = years.some(({ returnedPayouts }) => returnedPayouts > 0)
  const returns: readonly Column<StatementYear>[] = [
    {
      name: 'Came back',
      kind: 'number',
      cell: ({ returned, returnedPayouts }) =>
        returnedPayouts === 0 ? formatDollars(0) : `${formatDollars(returned)} (${returnedPayouts})`,
    },
    { name: 'Total', kind: 'number', cell: ({ total }) => <strong>{formatDollars(total)}</strong> },
  ]
  return (
    <div className="margin-top-7">
      <Table
        name="Paid by year, the newest first"
        title={<h2 className="text-lg">Paid by year</h2>}
        narrow="labelled"
        rows={years}
        rowKey={({ year }) => year}
        columns={[
          { name: 'Year', cell: ({ year }) => year },
          { name: 'Payouts', kind: 'number', cell: ({ payouts }) => payouts },
          {
            name: 'Paid to you',
            kind: 'number',
            cell: ({ paid }) => (hasReturns ? formatDollars(paid) : <strong>{formatDollars(paid)}</strong>),
          },
          ...(hasReturns ? returns : []),
        ]}
      />
      <p className="margin-top-3 muted text-sm">
        A payout counts in the year in which it arrived.
        {hasReturns && ' One that came back is taken off in the year in which it came back.'} Years begin and end at
        midnight in the time zone {timeZone}.
      </p>
    </div>
  )
}
