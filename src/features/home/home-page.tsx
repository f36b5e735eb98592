import { Link } from '@tanstack/react-router'
import { useRateRange } from '#client/lib/catalogue.ts'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useSession } from '#client/lib/session.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import styles from './home-page.module.css'
import { QuoteCalculator } from './quote-calculator.tsx'
import safetyStyles from './safety.module.css'

const BestSellers = lazyPart(async () => (await import('./best-sellers.tsx')).BestSellers)
const Safety = lazyPart(async () => (await import('./safety.tsx')).Safety)

export function HomePage() {
  return (
    <>
      <Hero />
      <WhyChooseUs />
      <section className={`page ${styles.section}`} aria-labelledby="best-sellers">
        <BestSellers />
      </section>
      <section className={`page ${safetyStyles.safety}`} aria-labelledby="safety">
        <Safety />
      </section>
      <Stats />
      <LandingBlock />
    </>
  )
}

const badges = ['100% Secure', 'Instant Quotes', 'Best Rates']

function Hero() {
  return (
    <section className={`page ${styles.hero}`}>
      <div className={styles.words}>
        <h1 className={styles.title}>Convert Gift Cards to Instant Cash</h1>
        <p className={styles.lead}>
          Pick a brand, enter the balance and see your payout to the cent. We pay by PayPal, Cash App, Zelle or bank
          transfer once we've checked the card.
        </p>
        <ul className={`plain cluster stretch gap-5 row-gap-2 ${styles.badges}`}>
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
            <p>{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

const figures = [
  ['$2M+', 'payouts'],
  ['50,000+', 'customers'],
  ['under 1 hour', 'average payout'],
] as const

function Stats() {
  return (
    <dl className={`page facts ${styles.figures}`}>
      {figures.map(([figure, what]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd className="display">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The call to action at the end of the page, with a greeting for signed-in customers. */
function LandingBlock() {
  const { customer } = useSession()
  return (
    <section className={`page ${styles.section}`}>
      <div className={`cluster spread gap-5 ${styles.block}`}>
        <div>
          <h2>{customer ? `Welcome back, ${customer.name}!` : 'Ready to Exchange Your Gift Cards'}</h2>
          <p className="margin-top-2 muted">
            {customer ? 'Pick your next card and see your payout to the cent.' : 'Free quote, no account needed.'}
          </p>
        </div>
        <Link to="/exchange" className={buttonClass()}>
          {customer ? 'Start New Exchange' : 'Get Started Now'}
        </Link>
      </div>
    </section>
  )
}
