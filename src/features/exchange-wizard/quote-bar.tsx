import { Button } from '#client/ui/button.tsx'
import type { Brand } from '#shared/brands.ts'
import { formatCents, formatWholeDollars } from '#shared/money.ts'
import { livePayoutCents } from '#shared/quote.ts'
import styles from './card-step.module.css'

type QuoteBarProps = {
  brand: Brand | undefined
  cents: number | null
  isAsking: boolean
  /** Leads to the value field, which on a phone is far below the tiles. */
  onAskValue: () => void
}

/** The button of step 1. On phones it sticks to the bottom with the deal in one line, once a card is chosen. */
export function QuoteBar({ brand, cents, isAsking, onAskValue }: QuoteBarProps) {
  const payout = livePayoutCents(brand?.slug, cents)
  return (
    <div className={styles.bar} data-sticks={brand ? '' : undefined}>
      {brand && (
        <div className={styles.deal}>
          <strong>{brand.name}</strong>
          {cents !== null && payout !== undefined ? (
            <p>
              {formatWholeDollars(cents)} <span aria-hidden="true">→</span>
              <span className="visually-hidden">pays</span>{' '}
              <strong className={styles.dealPayout}>{formatCents(payout)}</strong>
            </p>
          ) : (
            <button type="button" className={styles.askValue} onClick={onAskValue}>
              Enter the value
            </button>
          )}
        </div>
      )}
      <Button type="submit" busy={isAsking} className={styles.getQuote}>
        {isAsking ? 'Calculating...' : 'Get My Quote'}
      </Button>
    </div>
  )
}
