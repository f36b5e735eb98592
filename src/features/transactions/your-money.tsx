import { Button } from '#client/ui/button.tsx'
import { Time } from '#client/ui/time.tsx'
import type { TransactionPayout } from '#shared/order-payout-schema.ts'
import { Actions, OrderPart } from './order-part.tsx'
import styles from './transaction-page.module.css'

export function YourMoney({ payout, onChange }: { payout: TransactionPayout; onChange: (() => void) | undefined }) {
  const { state, message, sentAt, waitsUntil, claimBefore, reference } = payout
  return (
    <OrderPart id="your-money" title="Your money">
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
        <Actions>
          <Button onClick={onChange}>Choose another way to be paid</Button>
        </Actions>
      )}
    </OrderPart>
  )
}
