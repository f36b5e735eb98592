import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, memo, useCallback, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { brandMarkUrl } from '#client/lib/brand-mark.ts'
import { useIdle } from '#client/lib/use-idle.ts'
import { Button } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { type Brand, brands } from '#shared/brands.ts'
import { formatUpTo, formatWholeDollars } from '#shared/money.ts'
import own from './brand-field.module.css'
import styles from './card-step.module.css'
import { cardInputs } from './typed-card.ts'
import panes from './wizard.module.css'

/** Minimums up to one dollar are not shown. */
const NAMED_MINIMUM_CENTS = 100

/** Arrow keys pass many tiles; only the tile where they stop is announced. */
const SELECTED_TOAST_DELAY_MS = 300

type BrandFieldProps = { selected: Brand | undefined; error?: string; onChoose: (slug: string) => void }

/** The accepted brands with a search box. The selection is kept even when the search hides its tile. */
export function BrandField({ selected, error, onChoose }: BrandFieldProps) {
  const [query, setQuery] = useState('')
  const search = useBrandSearch()
  const found = search(useDeferredValue(query))
  const choose = useChoose(onChoose)
  const errorId = useId()

  function pressInSearch(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const [only, another] = search(query)
    if (only && !another) choose(only)
  }

  return (
    <div className={styles.brands}>
      <TextField
        type="search"
        name={cardInputs.search}
        label="Search brands"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onValueChange={setQuery}
        onKeyDown={pressInSearch}
      />
      <p className={styles.chosen} role="status">
        {selected && (
          <>
            <span className="muted">Selected:</span> <strong>{selected.name}</strong>
          </>
        )}
      </p>
      <fieldset className={panes.group} aria-describedby={error ? errorId : undefined}>
        <legend className="visually-hidden">Gift card brand</legend>
        {error && (
          <div className={styles.brandError}>
            <FieldError id={errorId}>{error}</FieldError>
          </div>
        )}
        <BrandTiles brands={found} selected={selected?.slug} onChoose={choose} />
      </fieldset>
      {found.length === 0 && <NothingFound query={query} onClear={() => setQuery('')} />}
    </div>
  )
}

function NothingFound({ query, onClear }: { query: string; onClear: () => void }) {
  return (
    <div className={styles.nothing} role="status">
      <p>
        <strong>No brand matches ‘{query.trim()}’.</strong>
      </p>
      <p className="muted">
        Check the spelling, or ask us: we may buy it all the same.{' '}
        <Link to="/contact" search={{ about: query.trim() }}>
          Ask support about this card
        </Link>
      </p>
      <Button variant="secondary" size="small" onClick={onClear}>
        Show all brands
      </Button>
    </div>
  )
}

/** Selects a brand and shows a toast once the selection stops changing. */
function useChoose(onChoose: (slug: string) => void): (brand: Brand) => void {
  const toast = useToast()
  const latest = useRef({ onChoose, toast })
  // A stable handler: typing a value must not re-render a hundred memoized tiles.
  useEffect(() => {
    latest.current = { onChoose, toast }
  })
  return useCallback((brand: Brand) => {
    latest.current.onChoose(brand.slug)
    latest.current.toast({
      title: 'Card Selected',
      description: brand.name,
      tone: 'success',
      afterQuietMs: SELECTED_TOAST_DELAY_MS,
    })
  }, [])
}

type BrandTilesProps = { brands: readonly Brand[]; selected: string | undefined; onChoose: (brand: Brand) => void }

/** Gift cards as native radio buttons: one tab stop, arrow keys move the selection. */
const BrandTiles = memo(function BrandTiles({ brands, selected, onChoose }: BrandTilesProps) {
  return (
    <ul className={own.tiles}>
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
    <label className={own.tile}>
      <input
        type="radio"
        name={cardInputs.brand}
        value={brand.slug}
        className={own.radio}
        checked={isSelected}
        onChange={() => onChoose(brand)}
      />
      <span className={own.card}>
        <GiftCard name={brand.name} colour={brand.colour} markUrl={brandMarkUrl(brand)} />
        <span className={own.tick}>
          <Icon name="check" size={16} />
        </span>
      </span>
      <span className={own.terms}>
        <span className={own.rate}>{formatUpTo(brand.rateBps)}</span>
        {brand.minCents > NAMED_MINIMUM_CENTS && (
          <span className="muted">Min: {formatWholeDollars(brand.minCents)}</span>
        )}
      </span>
    </label>
  )
})

type BrandSearch = (text: string) => readonly Brand[]

/** Searches brands. Aliases load when the browser is idle; until then only the official name matches. */
function useBrandSearch(): BrandSearch {
  const [search, setSearch] = useState<BrandSearch>(() => byOwnName)
  const isIdle = useIdle()

  // If the chunk fails to load, the search by official name remains.
  useEffect(() => {
    if (!isIdle) return
    import('#shared/brand-search.ts').then(
      ({ searchBrands }) => setSearch(() => (text: string) => searchBrands(brands, text)),
      () => undefined,
    )
  }, [isIdle])

  return search
}

function byOwnName(text: string): readonly Brand[] {
  const wanted = text.trim().toLowerCase()
  return brands.filter(({ name }) => name.toLowerCase().includes(wanted))
}
