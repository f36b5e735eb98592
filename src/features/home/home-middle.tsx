import { useRateRange } from '#client/lib/catalogue.ts'
import { BestSellers } from './best-sellers.tsx'
import styles from './home-page.module.css'

/** Why to sell here, and the cards that are sold most. The build draws it, and its code is loaded after the page. */
export function HomeMiddle() {
  return (
    <>
      <WhyChooseUs />
      <section className={`page ${styles.section}`} aria-labelledby="best-sellers">
        <BestSellers />
      </section>
    </>
  )
}

function WhyChooseUs() {
  const rates = useRateRange()
  const reasons = [
    ['Fast Payments', 'Most methods pay 5 minutes to 1 hour after verification.'],
    ['Best Rates', `${rates} of the card value, shown before you upload anything.`],
    ['100% Secure', 'Card numbers are encrypted and shown only to the person checking them.'],
    ['24/7 Support', 'A reply within 1 hour, day or night.'],
  ] as const
  return (
    <section className="page" aria-labelledby="why">
      <h2 id="why" className="visually-hidden">
        Why Choose Us
      </h2>
      <div className={styles.columns}>
        {reasons.map(([title, text]) => (
          <div key={title} className={styles.reason}>
            <h3>{title}</h3>
            <p className="muted tabular">{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
