import { Link } from '@tanstack/react-router'
import { cardOffer, NOT_BUYING } from '#client/lib/card-offer.ts'
import { shownBrands, useCatalogue, useRateRange } from '#client/lib/catalogue.ts'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { PausedCard } from '#client/ui/paused-card.tsx'
import type { Brand } from '#shared/brand.ts'
import { formatCents, formatRate, formatWholeDollars, fractionFromBps } from '#shared/money.ts'
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

const COUNT = 12
const EXAMPLE_CENTS = 10_000

function BestSellers() {
  const brands = shownBrands(useCatalogue())
  return (
    <>
      <div className="cluster baseline spread gap-5 row-gap-2">
        <h2 id="best-sellers">Cards people sell most</h2>
        <Link to="/supported-cards" className="pad-block-2 medium">
          Supported Cards
        </Link>
      </div>
      <ul className={`card-grid plain ${styles.grid}`}>
        {brands.slice(0, COUNT).map((brand) => (
          <li key={brand.slug}>
            <BestSeller brand={brand} />
          </li>
        ))}
      </ul>
    </>
  )
}

function BestSeller({ brand }: { brand: Brand }) {
  const cents = Math.max(EXAMPLE_CENTS, brand.minCents)
  const { rateBps = 0, payout = 0, refusal } = cardOffer(brand, cents)
  const card = <GiftCard brand={brand} />
  if (refusal)
    return (
      <PausedCard title={`${brand.name}: ${NOT_BUYING}`} words={refusal} className={`block bare ${styles.card}`}>
        {card}
        <span className={`muted cluster stretch spread gap-2 row-gap-0 text-sm ${styles.terms}`}>{NOT_BUYING}</span>
        {/* As high as the example of the others. */}
        <span className="block text-sm tabular">&nbsp;</span>
      </PausedCard>
    )
  return (
    <Link to="/exchange" search={{ brand: brand.slug }} className={`block bare ${styles.card}`}>
      {card}
      <span className={`cluster stretch spread gap-2 row-gap-0 text-sm ${styles.terms}`}>
        <span className="mono money">{formatRate(fractionFromBps(rateBps))}</span>
        <span className="muted">Min: {formatWholeDollars(brand.minCents)}</span>
      </span>
      <span className="block muted text-sm tabular">
        {formatWholeDollars(cents)} pays {formatCents(payout)}
      </span>
    </Link>
  )
}
