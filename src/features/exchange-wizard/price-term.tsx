import { Countdown } from '#client/ui/countdown.tsx'
import { PayoutBar, PayoutFigure } from '#client/ui/receipt.tsx'
import { formatDollars } from '#shared/money.ts'
import type { Quote } from '#shared/quote-schema.ts'

export function QuotePayout({ quote }: { quote: Pick<Quote, 'payoutAmount' | 'exchangeRate'> }) {
  return (
    <>
      <PayoutFigure caption="cash to you">{formatDollars(quote.payoutAmount)}</PayoutFigure>
      <PayoutBar fraction={quote.exchangeRate} />
    </>
  )
}

export const priceEnded = 'This price has ended. We ask for a new one when you go on.'

type PriceTermProps = {
  quote: Pick<Quote, 'expiresAt'>
  /** The step shows it twice, and one of them announces it. */
  isQuiet?: boolean
}

export function PriceTerm({ quote, isQuiet }: PriceTermProps) {
  return (
    <Countdown
      until={quote.expiresAt}
      text={({ left, end }) => `This price holds until ${end} (${left}).`}
      ended={priceEnded}
      isQuiet={isQuiet}
    />
  )
}
