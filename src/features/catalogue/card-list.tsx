import { Link } from '@tanstack/react-router'
import { Button } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Brand, brands } from '#shared/brands.ts'
import styles from './card-list.module.css'
import { CardOffer } from './card-offer.tsx'
import type { BrowseBrand } from './catalogue-search.ts'

type CardListProps = { listed: readonly BrowseBrand[]; elsewhere: readonly Brand[]; onShowAll: () => void }

/** The cards found, or what to do when none was. */
export function CardList({ listed, elsewhere, onShowAll }: CardListProps) {
  return (
    <>
      <p className={`muted ${styles.count}`} role="status">
        {listed.length === 1 ? '1 card' : `${listed.length} cards`}
      </p>
      {listed.length === 0 ? (
        <NoCardsFound elsewhere={elsewhere} onShowAll={onShowAll} />
      ) : (
        <ul className={styles.cards}>
          {listed.map((brand) => (
            <CardOffer key={brand.slug} brand={brand} />
          ))}
        </ul>
      )}
    </>
  )
}

function NoCardsFound({ elsewhere, onShowAll }: Omit<CardListProps, 'listed'>) {
  return (
    <StateMessage
      headingLevel={3}
      title="No Cards Found"
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show all cards
        </Button>
      }
    >
      {elsewhere.length === 0 ? (
        <p>Try another name or category. The exchange takes {brands.length} brands in all.</p>
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
