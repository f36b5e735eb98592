import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import type { Brand } from '#shared/brands.ts'
import { formatCents, formatRate, fractionFromBps } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { livePayoutCents } from '#shared/quote.ts'
import styles from './quote-calculator-receipt.module.css'

type CounterReceiptProps = {
  brand: Brand
  valueCents: number | null
  /** Why there is no payout. */
  problem: string | undefined
}

/** What the card brings, while the value is being typed. */
export function QuoteCalculatorReceipt({ brand, valueCents, problem }: CounterReceiptProps) {
  const payout = livePayoutCents(brand.slug, valueCents)
  const fraction = fractionFromBps(brand.rateBps)
  return (
    <Receipt label="QUOTE" aside={brand.name}>
      <output className={styles.output}>
        <PayoutFigure muted={payout === undefined} caption={problem ?? 'cash to you'}>
          {formatCents(payout ?? 0)}
        </PayoutFigure>
      </output>
      <PayoutBar fraction={fraction} />
      <ReceiptRows>
        <ReceiptRow label="Card value">{valueCents === null ? '–' : formatCents(valueCents)}</ReceiptRow>
        <ReceiptRow label="Exchange rate">{formatRate(fraction)}</ReceiptRow>
        <ReceiptRow label="Paid in">{paymentTypeInfo.paypal.timing}</ReceiptRow>
      </ReceiptRows>
    </Receipt>
  )
}
