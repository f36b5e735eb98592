import styles from './why-choose-us.module.css'

const reasons = [
  ['Fast Payments', 'Most methods pay 5 minutes to 1 hour after verification.'],
  ['Best Rates', '87% to 93% of the card value, shown before you upload anything.'],
  ['100% Secure', 'Card numbers are encrypted and shown only to the person checking them.'],
  ['24/7 Support', 'A reply within 1 hour, day or night.'],
] as const

/** Four reasons in columns split by hairlines. */
export function WhyChooseUs() {
  return (
    <section className="page" aria-labelledby="why">
      <h2 id="why" className="visually-hidden">
        Why Choose Us
      </h2>
      <div className={styles.columns}>
        {reasons.map(([title, text]) => (
          <div key={title} className={styles.reason}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
