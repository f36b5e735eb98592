import { Stats } from '#client/ui/stats.tsx'
import { formatDollars } from '#shared/money.ts'
import { sellerSumNames, transactionTotals } from '#shared/seller-money.ts'
import type { ShownTransaction } from './use-transactions.ts'

export function SellerSums({ transactions }: { transactions: readonly ShownTransaction[] }) {
  const totals = transactionTotals(transactions)
  const figures = (['paid', 'approved', 'beingChecked'] as const).map((sum) => ({
    label: sellerSumNames[sum],
    value: formatDollars(totals[sum]),
    isMoney: sum === 'paid',
  }))
  return (
    <section aria-label="Payouts">
      <Stats figures={figures} narrow="lines" />
    </section>
  )
}
