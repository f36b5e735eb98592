import { Link } from '@tanstack/react-router'
import { formatUpTo } from '#shared/money.ts'
import { BrandCard } from './brand-card.tsx'
import { popularBrands } from './catalogue-search.ts'
import styles from './popular-cards.module.css'

/** The most sold cards; each leads straight into the exchange. */
export function PopularCards() {
  return (
    <section aria-labelledby="popular-cards" className={styles.section}>
      <h2 id="popular-cards">Popular Cards</h2>
      <ul className={styles.cards}>
        {popularBrands.map((brand) => (
          <li key={brand.slug}>
            <Link to="/exchange" search={{ brand: brand.slug }} className={styles.card}>
              <BrandCard brand={brand} />
              <span className={`mono ${styles.rate}`}>{formatUpTo(brand.rateBps)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
