import { Link } from '@tanstack/react-router'
import { Time } from '#client/ui/time.tsx'
import type { TransactionDetail } from '#shared/transaction-schema.ts'

export function SentBefore({ sentBefore }: Pick<TransactionDetail, 'sentBefore'>) {
  if (!sentBefore) return null
  const { at, orderId } = sentBefore
  return (
    <p>
      We had it first on <Time at={at} isDay />.{' '}
      {orderId !== undefined && (
        <Link to="/transactions/$reference" params={{ reference: orderId }}>
          See order {orderId}
        </Link>
      )}
    </p>
  )
}
