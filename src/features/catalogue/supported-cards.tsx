import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/ui/button.tsx'
import { brands } from '#shared/brands.ts'
import { CardFacts } from './card-facts.tsx'
import { CardList } from './card-list.tsx'
import { CatalogueFilters } from './catalogue-filters.tsx'
import { browseBrands } from './catalogue-search.ts'
import { PopularCards } from './popular-cards.tsx'
import type { CatalogueSearch } from './read-catalogue-search.ts'
import styles from './supported-cards.module.css'
import { WhatGetsRejected } from './what-gets-rejected.tsx'

type SupportedCardsProps = { search: CatalogueSearch; onSearch: (next: CatalogueSearch) => void }

/** The page of cards we buy: popular ones, all of them to search, and what a card needs. */
export function SupportedCards({ search, onSearch }: SupportedCardsProps) {
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1>Supported Cards</h1>
        <p className={`muted ${styles.lead}`}>
          The {browseBrands.length} cards people sell us most. The exchange takes {brands.length} brands in all, at 87%
          to 93% of their value.
        </p>
      </header>
      <PopularCards />
      <section aria-labelledby="all-cards" className={styles.all}>
        <div className={styles.allHead}>
          <h2 id="all-cards">All Cards</h2>
          <Link to="/exchange" className={buttonClass('secondary', 'small')}>
            Open the exchange
          </Link>
        </div>
        <CatalogueFilters search={search} onSearch={onSearch} />
        <CardList search={search} onShowAll={() => onSearch({})} />
      </section>
      <CardFacts />
      <WhatGetsRejected />
    </div>
  )
}
