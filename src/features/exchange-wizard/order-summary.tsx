import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { formatDollars, formatRate } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { conditionNames } from '#shared/submission.ts'
import { type PayoutChoice, type PricedCard, payoutName, payoutType } from './wizard-state.ts'

/** The order before it is sent. */
export function OrderSummary({ priced, payout }: { priced: PricedCard; payout: PayoutChoice }) {
  const { brand, condition, quote } = priced
  return (
    <section aria-label="Order summary">
      <Receipt label="ORDER SUMMARY" aside={brand.name}>
        <PayoutFigure caption="cash to you">{formatDollars(quote.payoutAmount)}</PayoutFigure>
        <PayoutBar fraction={quote.exchangeRate} />
        <ReceiptRows>
          <ReceiptRow label="Condition">{conditionNames[condition]}</ReceiptRow>
          <ReceiptRow label="Card value">{formatDollars(quote.cardValue)}</ReceiptRow>
          <ReceiptRow label="Exchange rate">{formatRate(quote.exchangeRate)}</ReceiptRow>
          <ReceiptRow label="Paid to">{payoutName(payout)}</ReceiptRow>
          <ReceiptRow label="Paid in">{paymentTypeInfo[payoutType(payout)].timing}</ReceiptRow>
        </ReceiptRows>
      </Receipt>
    </section>
  )
}
