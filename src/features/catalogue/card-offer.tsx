import { Link } from '@tanstack/react-router'
import { Icon } from '#client/ui/icon.tsx'
import { formatUpTo, formatWholeDollars } from '#shared/money.ts'
import { BrandCard } from './brand-card.tsx'
import { cardAnchor } from './card-anchor.ts'
import styles from './card-offer.module.css'
import type { BrowseBrand } from './catalogue-search.ts'

/** A brand with its rate and limits, and the way into the exchange with it. */
export function CardOffer({ brand }: { brand: BrowseBrand }) {
  return (
    <li className={styles.offer} id={cardAnchor(brand)}>
      <div className={styles.card}>
        <BrandCard brand={brand} />
      </div>
      <span className={styles.printedName} aria-hidden="true">
        {brand.name}
      </span>
      <dl className={styles.facts}>
        <div>
          <dt>Rate</dt>
          <dd className={`mono ${styles.rate}`}>{formatUpTo(brand.rateBps)}</dd>
        </div>
        <div>
          <dt>Minimum</dt>
          <dd>{formatWholeDollars(brand.minCents)}</dd>
        </div>
        <div>
          <dt>Maximum</dt>
          <dd>{formatWholeDollars(brand.browse.maxCents)}</dd>
        </div>
      </dl>
      <Link to="/exchange" search={{ brand: brand.slug }} className={styles.link}>
        Exchange This Card
        <span className="visually-hidden">: {brand.name}</span>
        <Icon name="arrow-right" size={16} />
      </Link>
    </li>
  )
}
