import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { type PayoutChoice, type PricedCard, payoutType } from './wizard-state.ts'

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** The server's price for one card, and until when it holds. */
export function QuoteReceipt({ priced, payout }: { priced: PricedCard; payout: PayoutChoice | undefined }) {
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
        <ReceiptRow label="Valid until">{timeOfDay.format(new Date(quote.expiresAt))}</ReceiptRow>
      </ReceiptRows>
    </Receipt>
  )
}
