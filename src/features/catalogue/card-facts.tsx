import { Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { formatWholeDollars } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { MAX_CARD_VALUE_CENTS } from '#shared/quote.ts'
import styles from './card-facts.module.css'

const requirements = [
  'Cards issued in the United States, in US dollars, activated and not linked to an account.',
  `A value from $25. Popular brands start at $50 to $100, premium brands at $200. The exchange takes up to ${formatWholeDollars(MAX_CARD_VALUE_CENTS)}.`,
  'Brand new or partially used: for a used card enter the balance left on it. An eBay card has to be unused.',
  'A clear photo of the card with the code scratched free. JPG, PNG, GIF or PDF, up to 10MB each.',
  'Front and back for every Visa card. Some brands need the store receipt, CVS cards only bought in-store.',
  'The card has to be yours to sell.',
]

/** What a card needs to be accepted, and how long everything takes. */
export function CardFacts() {
  return (
    <div className={styles.facts}>
      <section aria-labelledby="card-requirements">
        <h2 id="card-requirements">Card Requirements</h2>
        <ul className={styles.requirements}>
          {requirements.map((requirement) => (
            <li key={requirement}>{requirement}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="processing-times">
        <h2 id="processing-times" className={styles.title}>
          Processing Times
        </h2>
        <Receipt label="FROM CARD TO CASH" aside="24/7">
          <ReceiptRows>
            <ReceiptRow label="Verification">5 to 15 minutes</ReceiptRow>
            <ReceiptRow label="Payment">15 to 60 minutes</ReceiptRow>
            <ReceiptRow label="Bank transfer">{paymentTypeInfo.bank.timing}</ReceiptRow>
            <ReceiptRow label="Support reply">within 1 hour</ReceiptRow>
          </ReceiptRows>
        </Receipt>
      </section>
    </div>
  )
}
