import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { Brand } from '#shared/brands.ts'
import { AlphabetJump } from './alphabet-jump.tsx'
import styles from './card-list.module.css'
import { CardOffer } from './card-offer.tsx'
import { type BrowseBrand, searchCatalogue } from './catalogue-search.ts'
import { NoCardsFound } from './no-cards-found.tsx'
import type { CatalogueSearch } from './read-catalogue-search.ts'

/** More cards than one sees at once are worth a way through them. */
const WORTH_A_JUMP = 15

type CardListProps = { search: CatalogueSearch; onShowAll: () => void }

/** The cards found, or what to do when none was. */
export function CardList({ search, onShowAll }: CardListProps) {
  const { listed, elsewhere } = searchCatalogue(search)
  return (
    <>
      <div className={styles.head}>
        <p className="muted" role="status">
          {listed.length === 1 ? '1 card' : `${listed.length} cards`}
        </p>
        {listed.length > 0 && (
          <Button variant="quiet" size="small" className={styles.print} onClick={() => window.print()}>
            <Icon name="print" size={18} />
            Print This List
          </Button>
        )}
      </div>
      {search.sort === undefined && listed.length >= WORTH_A_JUMP && <AlphabetJump listed={listed} />}
      <Cards listed={listed} elsewhere={elsewhere} typed={search.q ?? ''} onShowAll={onShowAll} />
    </>
  )
}

type CardsProps = {
  listed: readonly BrowseBrand[]
  elsewhere: readonly Brand[]
  typed: string
  onShowAll: () => void
}

function Cards({ listed, ...nothing }: CardsProps) {
  if (listed.length === 0) return <NoCardsFound {...nothing} />
  return (
    <ul className={styles.cards}>
      {listed.map((brand) => (
        <CardOffer key={brand.slug} brand={brand} />
      ))}
    </ul>
  )
}
