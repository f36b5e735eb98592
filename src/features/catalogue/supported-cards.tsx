import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { cardOffer, NOT_BUYING } from '#client/lib/card-offer.ts'
import { shownBrands, useCatalogue, useRateRange } from '#client/lib/catalogue.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { PausedCard } from '#client/ui/paused-card.tsx'
import { Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { Section } from '#client/ui/section.tsx'
import { type Brand, MAX_CARD_VALUE_CENTS } from '#shared/brand.ts'
import { formatUpTo, formatWholeDollars } from '#shared/money.ts'
import { payoutTiming } from '#shared/payment-type.ts'
import { boughtBrands } from '#shared/rate-range.ts'
import { submitProblemMessages } from '#shared/submission.ts'
import { CardList } from './card-list.tsx'
import { CatalogueFilters } from './catalogue-filters.tsx'
import { browseBrands, unlistedBrands } from './catalogue-search.ts'
import type { CatalogueSearch } from './read-catalogue-search.ts'
import { brandRejections, type RejectionGroup, rejectionGroups } from './rejections.ts'
import styles from './supported-cards.module.css'
import rejectionStyles from './what-gets-rejected.module.css'

type SupportedCardsProps = { search: CatalogueSearch; onSearch: (next: CatalogueSearch) => void }

/** /supported-cards: popular brands, the searchable list, card requirements and reasons for rejection. */
export function SupportedCards({ search, onSearch }: SupportedCardsProps) {
  const brands = shownBrands(useCatalogue())
  const bought = boughtBrands(brands, Date.now())
  const rates = useRateRange()
  const count = useRef<HTMLParagraphElement>(null)
  // What else the page offers would push the results off a small screen.
  const isFiltered = search.q !== undefined || search.category !== undefined
  return (
    <div className="page pad-page">
      <header className="margin-bottom-5">
        <h1>Supported Cards</h1>
        <p className="muted margin-top-2 text-lg tabular any-width">
          Our {browseBrands(brands).length} most-sold cards, at {rates} of their value. Not here?{' '}
          <Link to="/exchange">Search all {bought.length} brands</Link>
        </p>
      </header>
      {!isFiltered && <PopularCards brands={brands} />}
      <section aria-labelledby="all-cards" className="margin-top-7">
        <div className="cluster spread gap-3">
          <h2 id="all-cards">All Cards</h2>
          <Link to="/exchange" className={`not-printed ${buttonClass('secondary', 'small')}`}>
            Sell a card
          </Link>
        </div>
        <CatalogueFilters search={search} onSearch={onSearch} onEnter={() => count.current?.focus()} />
        <CardList brands={brands} search={search} onShowAll={() => onSearch({})} count={count} />
      </section>
      {!isFiltered && <MoreBrands brands={brands} />}
      <CardFacts />
      <WhatGetsRejected />
    </div>
  )
}

function PopularCards({ brands }: { brands: readonly Brand[] }) {
  const popular = browseBrands(brands).filter(({ browse }) => browse.popular)
  return (
    <Section id="popular-cards" title="Popular Cards" level={2} className="not-printed">
      <ul className={`plain stack gap-4 margin-top-4 ${styles.cards}`}>
        {popular.map((brand) => (
          <li key={brand.slug}>
            <PopularCard brand={brand} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function PopularCard({ brand }: { brand: Brand }) {
  const { refusal } = cardOffer(brand, null)
  if (refusal)
    return (
      <PausedCard title={`${brand.name}: ${NOT_BUYING}`} words={refusal} className="stack gap-2 lift">
        <GiftCard brand={brand} />
        <span className="muted text-sm">{NOT_BUYING}</span>
      </PausedCard>
    )
  return (
    <Link to="/exchange" search={{ brand: brand.slug }} className="stack gap-2 lift">
      <GiftCard brand={brand} />
      <span className="mono money text-sm">{formatUpTo(brand.rateBps)}</span>
    </Link>
  )
}

function MoreBrands({ brands }: { brands: readonly Brand[] }) {
  return (
    <nav aria-labelledby="more-brands" className="margin-top-7">
      <h2 id="more-brands">More brands we buy</h2>
      <ul className={`plain margin-top-3 ${styles.names}`}>
        {unlistedBrands(brands).map((brand) => (
          <li key={brand.slug}>
            <Link to="/sell/$brand" params={{ brand: brand.slug }}>
              {brand.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const requirements = [
  'Cards issued in the United States, in US dollars, activated and not linked to an account.',
  `A value from $25. Popular brands start at $50 to $100, premium brands at $200. We buy cards up to ${formatWholeDollars(MAX_CARD_VALUE_CENTS)}.`,
  'Brand new or partially used. For a used card, enter the balance that is left. eBay cards must be unused.',
  'Clear photos of the card with the code uncovered. JPG, PNG, GIF or PDF, up to 10 MB each.',
  'Front and back for every Visa card. Some brands need the store receipt. CVS cards must be bought in a store.',
  'The card must be yours to sell.',
]

function CardFacts() {
  return (
    <div className={`not-printed pad-top-6 line-top ${styles.facts}`}>
      <Section id="card-requirements" title="Card Requirements" level={2} className="shrinks">
        <ul className="plain lines-between margin-top-3">
          {requirements.map((requirement) => (
            <li key={requirement} className="measure pad-block-3">
              {requirement}
            </li>
          ))}
        </ul>
      </Section>
      <Section id="processing-times" title="Processing Times" level={2} headClass="margin-bottom-4" className="shrinks">
        <Receipt label="FROM CARD TO CASH" aside="24/7">
          <ReceiptRows>
            <ReceiptRow label="Verification">5 to 15 minutes</ReceiptRow>
            <ReceiptRow label="Payment">15 to 60 minutes</ReceiptRow>
            <ReceiptRow label="Bank transfer">{payoutTiming.bank}</ReceiptRow>
            <ReceiptRow label="Support reply">within 1 hour</ReceiptRow>
          </ReceiptRows>
        </Receipt>
      </Section>
    </div>
  )
}

function WhatGetsRejected() {
  return (
    <section
      aria-labelledby="what-gets-rejected"
      className={`not-printed pad-top-6 line-top ${rejectionStyles.section}`}
    >
      <h2 id="what-gets-rejected">What gets rejected</h2>
      <p className="muted margin-top-2">
        If we say no, the card stays yours and we tell you why. These are the usual reasons.
      </p>
      <div className={`margin-top-5 ${rejectionStyles.columns}`}>
        <div className="shrinks line-top">
          {rejectionGroups.map((group, at) => (
            <Group key={group.title} group={group} isOpen={at === 0} />
          ))}
        </div>
        <BrandRules />
      </div>
    </section>
  )
}

function Group({ group: { title, rejections }, isOpen }: { group: RejectionGroup; isOpen: boolean }) {
  return (
    <details className={`line-bottom ${rejectionStyles.group}`} name="what-gets-rejected" open={isOpen}>
      <summary>
        <h3>{title}</h3>
        <span className="push muted text-sm">{rejections.length} reasons</span>
      </summary>
      <Facts
        className={`terms gap-4 ${rejectionStyles.reasons}`}
        facts={rejections.map(({ problem, remedy }) => [problem, remedy])}
      />
    </details>
  )
}

const more: Readonly<Record<string, string>> = { visa: `${submitProblemMessages.visaFiles}.` }

function BrandRules() {
  const catalogue = useCatalogue()
  return (
    <div className="shrinks">
      <h3 className={`row ${rejectionStyles.title}`}>Brands with special rules</h3>
      <ul className={`plain ${rejectionStyles.rules}`}>
        {Object.entries(brandRejections).map(([slug, { problem, remedy }]) => {
          const brand = catalogue.find(slug)
          return (
            brand && (
              <li key={slug} className="gap-4 pad-block-4 line-bottom">
                <GiftCard brand={brand} small />
                <div>
                  <h4>{brand.name}</h4>
                  <p>
                    {problem} <span className="muted">{remedy}</span>
                  </p>
                  {more[slug] && <p className="margin-top-1">{more[slug]}</p>}
                </div>
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
