import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNow } from '#client/lib/use-now.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatRate } from '#shared/money.ts'
import type { NextAction } from '#shared/next-step.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'

export function OldRate({ transaction: { oldRateUntil, exchangeRate } }: { transaction: TransactionDetail }) {
  const now = useNow()
  if (oldRateUntil === undefined || Date.parse(oldRateUntil) <= now) return null
  return (
    <p>
      You get the rate of this order, {formatRate(exchangeRate)}, again until <Time at={oldRateUntil} />.
    </p>
  )
}

export function ways({
  id,
  status,
  cardBrand,
  cardValue,
  oldRateUntil,
}: TransactionDetail): Record<NextAction, ReactNode> {
  const contact = (variant: 'primary' | 'secondary' | 'quiet') => (
    <Link to="/contact" search={{ about: `Order ${id}` }} className={buttonClass(variant)}>
      Contact support
    </Link>
  )
  const sellAgain = (variant: 'primary' | 'quiet') => (
    <>
      <Link
        to="/exchange"
        search={oldRateUntil === undefined ? { brand: cardBrand, value: cardValue } : { again: id }}
        className={buttonClass(variant)}
      >
        Sell this card again
      </Link>
      {contact('quiet')}
    </>
  )
  const sellLike = (
    <Link to="/exchange" search={{ step: 'done', order: id, again: true }} className={buttonClass('secondary')}>
      Sell another like this
    </Link>
  )
  return {
    'add-photos': sellAgain('quiet'),
    'sell-again': sellAgain('primary'),
    'sell-another': (
      <>
        {status === 'completed' ? (
          sellLike
        ) : (
          <Link to="/exchange" className={buttonClass('secondary')}>
            Sell another card
          </Link>
        )}
        {contact('quiet')}
      </>
    ),
    write: contact('primary'),
    none: (
      <>
        {contact('secondary')}
        {sellLike}
      </>
    ),
  }
}
