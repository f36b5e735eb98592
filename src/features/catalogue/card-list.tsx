import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { cardOffer, NOT_BUYING } from '#client/lib/card-offer.ts'
import { buttonClass, QuietButton, SecondaryButton } from '#client/ui/button.tsx'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PausedCard } from '#client/ui/paused-card.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Brand, MAX_CARD_VALUE_CENTS } from '#shared/brand.ts'
import { formatUpTo, formatWholeDollars } from '#shared/money.ts'
import { maximaOf } from './brand-offer.ts'
import styles from './card-list.module.css'
import { type BrowseBrand, searchCatalogue } from './catalogue-search.ts'
import type { CatalogueSearch } from './read-catalogue-search.ts'

/** Fewer cards fit on one screen and need no alphabet. */
const ALPHABET_MIN_CARDS = 15

type CardListProps = {
  brands: readonly Brand[]
  search: CatalogueSearch
  onShowAll: () => void
  count: RefObject<HTMLParagraphElement | null>
}

export function CardList({ brands, search, onShowAll, count }: CardListProps) {
  const { listed, elsewhere } = searchCatalogue(brands, search)
  return (
    <>
      <div className={`cluster spread gap-4 row-gap-1 margin-bottom-2 text-sm ${styles.head}`}>
        <p ref={count} className="muted" role="status" tabIndex={-1}>
          {listed.length === 1 ? '1 card' : `${listed.length} cards`}
        </p>
        {listed.length > 0 && (
          <QuietButton className="not-printed" onClick={() => window.print()}>
            <Icon name="print" size={18} />
            Print This List
          </QuietButton>
        )}
      </div>
      {search.sort === undefined && listed.length >= ALPHABET_MIN_CARDS && <AlphabetJump listed={listed} />}
      {listed.length === 0 ? (
        <NoCardsFound {...{ brands, elsewhere, onShowAll }} typed={search.q ?? ''} />
      ) : (
        <>
          <p className="muted text-sm margin-bottom-3 any-width">
            The maximum is without a receipt. With one we buy most cards up to{' '}
            {formatWholeDollars(MAX_CARD_VALUE_CENTS)}.
          </p>
          <ul className={`card-grid plain ${styles.cards}`}>
            {listed.map((brand) => (
              <ListedCard key={brand.slug} brand={brand} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function ListedCard({ brand }: { brand: BrowseBrand }) {
  const { usual, withReceipt } = maximaOf(brand)
  // The sentence above the list says it for all cards with the usual limit.
  const own = brand.maxCents === MAX_CARD_VALUE_CENTS ? undefined : withReceipt
  const { refusal } = cardOffer(brand, null)
  return (
    <li className={`stack gap-0 shrinks ${styles.offer}`} id={cardAnchor(brand)}>
      <Link
        to="/sell/$brand"
        params={{ brand: brand.slug }}
        className={`block lift not-printed ${styles.card}`}
        aria-label={`${brand.name}: what we need`}
      >
        <GiftCard brand={brand} />
      </Link>
      <span className={styles.printedName} aria-hidden="true">
        {brand.name}
      </span>
      <dl className={`facts text-sm tabular ${styles.facts}`}>
        <div className="cluster stretch spread gap-2 row-gap-0">
          <dt>Rate</dt>
          <dd className="mono money">{refusal ? '—' : formatUpTo(brand.rateBps)}</dd>
        </div>
        <div className="cluster stretch spread gap-2 row-gap-0">
          <dt>Minimum</dt>
          <dd>{formatWholeDollars(brand.minCents)}</dd>
        </div>
        <div className="cluster stretch spread gap-2 row-gap-0">
          <dt>Maximum</dt>
          <dd className={`shrinks align-end ${styles.maximum}`}>
            {usual}
            {own && (
              <>
                <span className="visually-hidden">, </span>
                <span className="subline">{own}</span>
              </>
            )}
          </dd>
        </div>
      </dl>
      {refusal ? (
        <PausedCard
          title={`${brand.name}: ${NOT_BUYING}`}
          words={refusal}
          className={`muted text-sm not-printed ${styles.paused}`}
        >
          {NOT_BUYING}
          <span className="visually-hidden">: {brand.name}</span>
        </PausedCard>
      ) : (
        <Link
          to="/exchange"
          search={{ brand: brand.slug }}
          className={`target gap-1 text-sm strong brand not-printed ${styles.link}`}
        >
          Exchange This Card
          <span className="visually-hidden">: {brand.name}</span>
          <Icon name="arrow-right" size={16} className="rigid" />
        </Link>
      )}
    </li>
  )
}

function AlphabetJump({ listed }: { listed: readonly BrowseBrand[] }) {
  return (
    <nav aria-label="Jump to a letter">
      <ol className={`plain cluster stretch spread gap-0 margin-bottom-5 not-printed ${styles.letters}`}>
        {alphabetOf(listed).map(({ letter, first }) => (
          <li key={letter}>
            {first ? (
              <a
                href={`#${cardAnchor(first)}`}
                className={`centred strong brand bare hover-sunken ${styles.letter}`}
                aria-label={`${letter}: ${first.name}`}
              >
                {letter}
              </a>
            ) : (
              <span className={`centred muted ${styles.letter}`} aria-hidden="true">
                {letter}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Each letter with its first brand, if any. `listed` must be sorted by name. */
export function alphabetOf<B extends Brand>(listed: readonly B[]) {
  return letters.map((letter) => ({
    letter,
    first: listed.find(({ name }) => name.charAt(0).toUpperCase() === letter),
  }))
}

function cardAnchor({ slug }: { slug: string }) {
  return `card-${slug}`
}

type NoCardsFoundProps = {
  brands: readonly Brand[]
  elsewhere: readonly Brand[]
  typed: string
  onShowAll: () => void
}

function NoCardsFound({ brands, elsewhere, typed, onShowAll }: NoCardsFoundProps) {
  return (
    <StateMessage
      headingLevel={3}
      title="No Cards Found"
      action={
        <>
          <Link
            to="/contact"
            search={{ about: typed.trim() }}
            className={buttonClass(elsewhere.length === 0 ? 'primary' : 'secondary')}
          >
            Ask support about this card
          </Link>
          <SecondaryButton onClick={onShowAll}>Show all cards</SecondaryButton>
        </>
      }
    >
      {elsewhere.length === 0 ? (
        <p>
          No results for "{typed.trim()}". Check the spelling or try another category. We buy {brands.length} brands.
        </p>
      ) : (
        <p>
          Not on this list, but we buy it:{' '}
          {elsewhere.map((brand, at) => (
            <span key={brand.slug}>
              {at > 0 && ', '}
              <Link to="/exchange" search={{ brand: brand.slug }}>
                {brand.name}
              </Link>
            </span>
          ))}
          .
        </p>
      )}
    </StateMessage>
  )
}
