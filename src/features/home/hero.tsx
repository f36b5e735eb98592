import { Icon } from '#client/ui/icon.tsx'
import styles from './hero.module.css'
import { QuoteCalculator } from './quote-calculator.tsx'

const badges = ['100% Secure', 'Instant Quotes', 'Best Rates']

/** The promise on the left, the counter itself on the right. */
export function Hero() {
  return (
    <section className={`page ${styles.hero}`}>
      <div>
        <h1 className={styles.title}>Convert Gift Cards to Instant Cash</h1>
        <p className={styles.lead}>
          Pick a brand, type the balance, see the payout to the cent. Paid by PayPal, Cash App, Zelle or bank transfer
          after we check the card.
        </p>
        <ul className={styles.badges}>
          {badges.map((badge) => (
            <li key={badge}>
              <Icon name="check" size={18} />
              {badge}
            </li>
          ))}
        </ul>
      </div>
      <QuoteCalculator />
    </section>
  )
}
