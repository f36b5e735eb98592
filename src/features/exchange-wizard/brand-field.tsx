import { type KeyboardEvent, memo, useCallback, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cardOffer, NOT_BUYING } from '#client/lib/card-offer.ts'
import { shownBrands, useCatalogue } from '#client/lib/catalogue.ts'
import { isComposing } from '#client/lib/composition.ts'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useIdle } from '#client/lib/use-idle.ts'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { Brand } from '#shared/brand.ts'
import { compactText } from '#shared/compact-text.ts'
import { formatUpTo, formatWholeDollars } from '#shared/money.ts'
import own from './brand-field.module.css'
import { cardInputs } from './typed-card.ts'

const NoBrandFound = lazyPart(() => import('./no-brand-found.tsx'), 'NoBrandFound', PartFailed)

/** Minimums up to one dollar are not shown. */
const NAMED_MINIMUM_CENTS = 100

/** Arrow keys pass many tiles; only the tile where they stop is announced. */
const SELECTED_TOAST_DELAY_MS = 300

type BrandFieldProps = { selected: Brand | undefined; error?: string; onChoose: (slug: string) => void }

/** A press or a search hides the other brands until 'Change'. Arrow keys pass many tiles, so they hide nothing. */
export function BrandField({ selected, error, onChoose }: BrandFieldProps) {
  const [query, setQuery] = useState('')
  const isHydrated = useIsHydrated()
  // A prerendered list stays open: collapsing it during hydration would move what is about to be pressed.
  const [isOpen, setIsOpen] = useState(!isHydrated)
  const field = useRef<HTMLDivElement>(null)
  const search = useBrandSearch()
  const brands = shownBrands(useCatalogue())
  const found = search(brands, useDeferredValue(query))
  const isCollapsed = selected !== undefined && !isOpen
  const choose = useChoose(onChoose, (isPressed) => {
    if (!isPressed) return setIsOpen(true)
    // Focus and scroll position follow from the collapsed list: the tile may have been far down in it.
    flushSync(() => {
      setIsOpen(false)
      setQuery('')
    })
    field.current?.querySelector<HTMLElement>(':checked')?.focus({ preventScroll: true })
    field.current?.scrollIntoView({ block: 'nearest' })
  })
  const errorId = useId()

  function pressInSearch(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    const [only, another] = search(brands, query)
    if (only && !another) choose(only, true)
  }

  function change() {
    flushSync(() => setIsOpen(true))
    field.current?.querySelector('input')?.focus()
  }

  return (
    <div ref={field} className={`stack ${own.field}`} data-collapsed={isCollapsed ? '' : undefined}>
      <TextField
        type="search"
        className={own.search}
        name={cardInputs.search}
        label="Search brands"
        spellCheck={false}
        value={query}
        onValueChange={setQuery}
        onKeyDown={pressInSearch}
      />
      <div className={`stack start gap-2 ${own.chosen}`}>
        <p role="status">
          {selected && (
            <>
              <span className="muted">Selected:</span> <strong>{selected.name}</strong>
            </>
          )}
        </p>
        {isCollapsed && (
          <SmallButton onClick={change}>
            Change <span className="visually-hidden">the card</span>
          </SmallButton>
        )}
      </div>
      <fieldset aria-describedby={error ? errorId : undefined}>
        <legend className="visually-hidden">Gift card brand</legend>
        {error && (
          <div className="pad-bottom-3">
            <FieldError id={errorId}>{error}</FieldError>
          </div>
        )}
        <BrandTiles brands={found} selected={selected?.slug} onChoose={choose} />
      </fieldset>
      {found.length === 0 && <NoBrandFound query={query} onClear={() => setQuery('')} />}
    </div>
  )
}

/** `isPressed` is false while arrow keys move through the tiles. */
type Choose = (brand: Brand, isPressed: boolean) => void

function useChoose(onChoose: (slug: string) => void, onChosen: (isPressed: boolean) => void) {
  const toast = useToast()
  const latest = useRef({ onChoose, onChosen, toast })
  // A stable handler: typing a value must not re-render a hundred memoized tiles.
  useEffect(() => {
    latest.current = { onChoose, onChosen, toast }
  })
  return useCallback((brand: Brand, isPressed: boolean) => {
    const { refusal } = cardOffer(brand, null)
    if (refusal)
      return latest.current.toast({ title: `${brand.name}: ${NOT_BUYING}`, description: refusal, tone: 'error' })
    latest.current.onChoose(brand.slug)
    latest.current.onChosen(isPressed)
    latest.current.toast({
      title: 'Card Selected',
      description: brand.name,
      afterQuietMs: SELECTED_TOAST_DELAY_MS,
      isInStepBar: true,
    })
  }, [])
}

type BrandTilesProps = { brands: readonly Brand[]; selected: string | undefined; onChoose: Choose }

/** Gift cards as native radio buttons: one tab stop, arrow keys move the selection. */
const BrandTiles = memo(function BrandTiles({ brands, selected, onChoose }: BrandTilesProps) {
  return (
    <ul className={`card-grid plain ${own.tiles}`}>
      {brands.map((brand) => (
        <li key={brand.slug} data-selected={brand.slug === selected ? '' : undefined}>
          <BrandTile brand={brand} isSelected={brand.slug === selected} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
})

type BrandTileProps = { brand: Brand; isSelected: boolean; onChoose: Choose }

const BrandTile = memo(function BrandTile({ brand, isSelected, onChoose }: BrandTileProps) {
  const { refusal } = cardOffer(brand, null)
  const terms = [refusal ? NOT_BUYING : formatUpTo(brand.rateBps)]
  if (!refusal && brand.minCents > NAMED_MINIMUM_CENTS) terms.push(`Min: ${formatWholeDollars(brand.minCents)}`)
  return (
    <label className={`positioned block ${own.tile}`}>
      <input
        type="radio"
        name={cardInputs.brand}
        value={brand.slug}
        className={own.radio}
        aria-label={[brand.name, ...terms, refusal].filter(Boolean).join(', ')}
        aria-disabled={refusal !== undefined}
        checked={isSelected}
        // A press has a click count; arrow keys and the space bar have none.
        onChange={() => undefined}
        onClick={(event) => onChoose(brand, event.detail > 0)}
      />
      <span className={`positioned block ${own.card}`}>
        <GiftCard brand={brand} />
        <span className={own.tick}>
          <Icon name="check" size={16} />
        </span>
      </span>
      <span className="cluster stretch spread gap-2 row-gap-0 margin-top-2 text-sm">
        <span className={refusal ? 'muted' : own.rate}>{terms[0]}</span>
        {terms[1] && <span className="muted">{terms[1]}</span>}
      </span>
    </label>
  )
})

type BrandSearch = (brands: readonly Brand[], text: string) => readonly Brand[]

/** Searches brands. Aliases load when the browser is idle; until then only the official name matches. */
function useBrandSearch() {
  const [search, setSearch] = useState<BrandSearch>(() => byOwnName)
  const isIdle = useIdle()

  // If the chunk fails to load, the search by official name remains.
  useEffect(() => {
    if (!isIdle) return
    import('#shared/brand-search.ts').then(
      ({ searchBrands }) => setSearch(() => searchBrands),
      () => undefined,
    )
  }, [isIdle])

  return search
}

function byOwnName(brands: readonly Brand[], text: string) {
  const wanted = compactText(text).toLowerCase()
  return brands.filter(({ name }) => name.toLowerCase().includes(wanted))
}
