import { useEffect, useState } from 'react'
import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import type { Brand } from '#shared/brands.ts'
import { formatCents, formatRate, fractionFromBps } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { livePayoutCents, valueHint } from '#shared/quote.ts'

/** Long enough that a screen reader hears the amount once and not after every key. */
const ANNOUNCE_DELAY_MS = 500

/** What the card would pay, while it is still being typed. The quote itself comes from the server. */
export function LiveReceipt({ brand, cents }: { brand: Brand | undefined; cents: number | null }) {
  const payout = livePayoutCents(brand?.slug, cents)
  const rate = brand ? fractionFromBps(brand.rateBps) : 0
  const announced = useDebounced(payout === undefined ? '' : `You get ${formatCents(payout)}`)
  return (
    <Receipt label="QUOTE" aside={brand?.name ?? 'No card yet'}>
      <PayoutFigure muted={payout === undefined} caption={payout === undefined ? missing(brand, cents) : 'cash to you'}>
        {formatCents(payout ?? 0)}
      </PayoutFigure>
      {/* Empty as well: a receipt that grows moves the button under a finger. */}
      <PayoutBar fraction={rate} />
      <ReceiptRows>
        <ReceiptRow label="Card value">{formatCents(cents ?? 0)}</ReceiptRow>
        <ReceiptRow label="Exchange rate">{brand ? formatRate(rate) : '-'}</ReceiptRow>
        <ReceiptRow label="Paid in">{paymentTypeInfo.paypal.timing}</ReceiptRow>
      </ReceiptRows>
      <output className="visually-hidden">{announced}</output>
    </Receipt>
  )
}

function missing(brand: Brand | undefined, cents: number | null): string {
  if (!brand) return 'Choose a card to see its payout'
  return cents ? valueHint(brand) : 'Type the value to see your payout'
}

/** The text once it has not changed for a moment. */
function useDebounced(text: string): string {
  const [rested, setRested] = useState('')
  // A timer.
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), ANNOUNCE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
