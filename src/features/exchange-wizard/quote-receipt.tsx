import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { payoutType } from './payout-choice.ts'
import type { PayoutChoice, PricedCard } from './wizard-state.ts'

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

type QuoteReceiptProps = { priced: PricedCard; payout: PayoutChoice | undefined; isExpired: boolean }

/** The server's price for one card, and until when it holds. */
export function QuoteReceipt({ priced, payout, isExpired }: QuoteReceiptProps) {
  const { brand, condition, quote } = priced
  return (
    <Receipt label="QUOTE" aside={brand.name}>
      <PayoutFigure caption="cash to you">{formatDollars(quote.payoutAmount)}</PayoutFigure>
      <PayoutBar fraction={quote.exchangeRate} />
      <ReceiptRows>
        <ReceiptRow label="Card value">{formatDollars(quote.cardValue)}</ReceiptRow>
        <ReceiptRow label="Condition">{conditionNames[condition]}</ReceiptRow>
        <ReceiptRow label="Exchange rate">{formatRate(quote.exchangeRate)}</ReceiptRow>
        {payout && <ReceiptRow label="Paid in">{paymentTypeInfo[payoutType(payout)].timing}</ReceiptRow>}
        <ReceiptRow label="Valid until">
          {isExpired ? 'Expired' : timeOfDay.format(new Date(quote.expiresAt))}
        </ReceiptRow>
      </ReceiptRows>
    </Receipt>
  )
}
