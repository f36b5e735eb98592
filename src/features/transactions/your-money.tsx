import { formatDateTime } from '#client/lib/format.ts'
import type { TransactionPayout } from '#shared/payout-schema.ts'
import styles from './transaction-page.module.css'

/** Where the money of an order is. */
export function YourMoney({ payout: { words, sentAt, waitsUntil, reference } }: { payout: TransactionPayout }) {
  return (
    <section aria-labelledby="your-money" className={styles.next}>
      <h2 id="your-money">Your money</h2>
      <p>{words}</p>
      {waitsUntil && (
        <p>
          It waits until <time dateTime={waitsUntil}>{formatDateTime(waitsUntil)}</time>.
        </p>
      )}
      {sentAt && (
        <p>
          Sent <time dateTime={sentAt}>{formatDateTime(sentAt)}</time>
          {reference && (
            <>
              , reference <span className={styles.reference}>{reference}</span>
            </>
          )}
          .
        </p>
      )}
    </section>
  )
}
