import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#client/lib/format.ts'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { formatDollars } from '#shared/money.ts'
import type { PayoutDetail } from '#shared/payout-schema.ts'
import styles from './ledger.module.css'
import { accountName, transferName } from './ledger-names.ts'

type TransferTableProps = {
  transfers: PayoutDetail['transfers']
  /** The accessible name. */
  name: string
}

/** Movements of money from one account to another. */
export function TransferTable({ transfers, name }: TransferTableProps) {
  return (
    <ScrollRegion className={styles.scroll} aria-label={name}>
      <table className={styles.table}>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Time</th>
            <th scope="col">What</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
            <th scope="col" className={styles.number}>
              Amount
            </th>
            <th scope="col">Payout</th>
          </tr>
        </thead>
        <tbody>
          {transfers.map(({ sequence, at, kind, debit, credit, amount, payoutId }) => (
            <tr key={sequence}>
              <th scope="row">{sequence}</th>
              <td>
                <time dateTime={at}>{formatDateTime(at)}</time>
              </td>
              <td>{transferName(kind)}</td>
              <td>{accountName(debit)}</td>
              <td>{accountName(credit)}</td>
              <td className={styles.number}>{formatDollars(amount)}</td>
              <td>
                {payoutId && (
                  <Link to="/admin/payouts" search={{ search: payoutId }} className="mono">
                    {payoutId}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
