import { memo } from 'react'
import { brandMarkUrl } from '#client/lib/brand-mark.ts'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { Brand } from '#shared/brands.ts'
import { formatUpTo, formatWholeDollars } from '#shared/money.ts'
import styles from './brand-tiles.module.css'
import { cardInputs } from './typed-card.ts'

/** A minimum of a dollar is no minimum worth naming. */
const NAMED_MINIMUM_CENTS = 100

type BrandTilesProps = { brands: readonly Brand[]; selected: string | undefined; onChoose: (brand: Brand) => void }

/** Gift cards to choose one from: native radio buttons, one tab stop, arrows move. */
export const BrandTiles = memo(function BrandTiles({ brands, selected, onChoose }: BrandTilesProps) {
  return (
    <ul className={styles.tiles}>
      {brands.map((brand) => (
        <li key={brand.slug}>
          <BrandTile brand={brand} isSelected={brand.slug === selected} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
})

type BrandTileProps = { brand: Brand; isSelected: boolean; onChoose: (brand: Brand) => void }

const BrandTile = memo(function BrandTile({ brand, isSelected, onChoose }: BrandTileProps) {
  return (
    <label className={styles.tile}>
      <input
        type="radio"
        name={cardInputs.brand}
        value={brand.slug}
        className={styles.radio}
        checked={isSelected}
        onChange={() => onChoose(brand)}
      />
      <span className={styles.card}>
        <GiftCard name={brand.name} colour={brand.colour} markUrl={brandMarkUrl(brand)} />
        <span className={styles.tick}>
          <Icon name="check" size={16} />
        </span>
      </span>
      <span className={styles.terms}>
        <span className={styles.rate}>{formatUpTo(brand.rateBps)}</span>
        {brand.minCents > NAMED_MINIMUM_CENTS && (
          <span className="muted">Min: {formatWholeDollars(brand.minCents)}</span>
        )}
      </span>
    </label>
  )
})
