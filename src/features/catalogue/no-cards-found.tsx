import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Brand, brands } from '#shared/brands.ts'

type NoCardsFoundProps = {
  /** What the exchange takes for this search all the same. */
  elsewhere: readonly Brand[]
  typed: string
  onShowAll: () => void
}

/** Three ways on from a search without a card: what we buy besides, a person to ask, and all cards. */
export function NoCardsFound({ elsewhere, typed, onShowAll }: NoCardsFoundProps) {
  return (
    <StateMessage
      headingLevel={3}
      title="No Cards Found"
      action={
        <>
          <Link to="/contact" search={{ about: typed.trim() }} className={buttonClass()}>
            Ask support about this card
          </Link>
          <Button variant="secondary" onClick={onShowAll}>
            Show all cards
          </Button>
        </>
      }
    >
      {elsewhere.length === 0 ? (
        <p>
          Nothing here is called ‘{typed.trim()}’. Check the spelling or try another category. The exchange takes{' '}
          {brands.length} brands in all.
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
