import { Link } from '@tanstack/react-router'
import { brandMarkUrl } from '#client/lib/brand-mark.ts'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { brands } from '#shared/brands.ts'
import { formatCents, formatUpTo, formatWholeDollars, payoutCents } from '#shared/money.ts'
import styles from './best-sellers.module.css'

const COUNT = 12
const EXAMPLE_CENTS = 10_000

/** The cards people sell most, with what we really pay; each leads to its quote. */
export function BestSellers() {
  return (
    <section className={`page ${styles.section}`} aria-labelledby="best-sellers">
      <div className={styles.head}>
        <h2 id="best-sellers">Cards people sell most</h2>
        <Link to="/supported-cards">Supported Cards</Link>
      </div>
      <ul className={styles.grid}>
        {brands.slice(0, COUNT).map((brand) => (
          <li key={brand.slug}>
            <Link to="/exchange" search={{ brand: brand.slug }} className={styles.card}>
              <GiftCard name={brand.name} colour={brand.colour} markUrl={brandMarkUrl(brand)} />
              <span className={styles.terms}>
                <span className={`mono ${styles.rate}`}>{formatUpTo(brand.rateBps)}</span>
                <span className="muted">Min: {formatWholeDollars(brand.minCents)}</span>
              </span>
              <span className={`muted ${styles.example}`}>
                {formatWholeDollars(EXAMPLE_CENTS)} pays {formatCents(payoutCents(EXAMPLE_CENTS, brand.rateBps))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
