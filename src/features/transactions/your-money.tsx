import { Button } from '#client/ui/button.tsx'
import { Time } from '#client/ui/time.tsx'
import type { TransactionPayout } from '#shared/order-payout-schema.ts'
import styles from './transaction-page.module.css'

type YourMoneyProps = {
  payout: TransactionPayout
  onChange: (() => void) | undefined
}

export function YourMoney({ payout, onChange }: YourMoneyProps) {
  const { state, message, sentAt, waitsUntil, claimBefore, reference } = payout
  return (
    <section aria-labelledby="your-money" className={`stack gap-3 margin-top-2 ${styles.next}`}>
      <h2 id="your-money">Your money</h2>
      <p>{message}</p>
      {waitsUntil && (
        <p>
          It waits until <Time at={waitsUntil} />.
        </p>
      )}
      {claimBefore && (
        <p>
          PayPal waits until <Time at={claimBefore} />. After that the money comes back to us.
        </p>
      )}
      {sentAt && state !== 'failed' && (
        <p>
          Sent <Time at={sentAt} />
          {reference && (
            <>
              , reference <span className={`strong breaks ${styles.reference}`}>{reference}</span>
            </>
          )}
          .
        </p>
      )}
      {onChange && (
        <div className={`cluster stretch not-printed ${styles.actions}`}>
          <Button onClick={onChange}>Choose another way to be paid</Button>
        </div>
      )}
    </section>
  )
}
