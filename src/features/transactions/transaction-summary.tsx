import { Stats } from '#client/ui/stats.tsx'
import { formatDollars } from '#shared/money.ts'
import { transactionTotals } from '#shared/submission.ts'
import type { ShownTransaction } from './local-transactions.ts'
import styles from './transaction-summary.module.css'

/** What the list adds up to. */
export function TransactionSummary({ transactions }: { transactions: readonly ShownTransaction[] }) {
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
