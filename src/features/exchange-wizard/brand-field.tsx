import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { Brand } from '#shared/brands.ts'
import { BrandTiles } from './brand-tiles.tsx'
import styles from './card-step.module.css'
import { cardInputs } from './typed-card.ts'
import { useBrandSearch } from './use-brand-search.ts'
import panes from './wizard.module.css'

/** Arrow keys run through many tiles; only the one they stop at is worth a message. */
const SELECTED_TOAST_DELAY_MS = 300

type BrandFieldProps = { selected: Brand | undefined; error?: string; onChoose: (slug: string) => void }

/** The brands we buy, with a search box over them. The choice stands even when the search hides its tile. */
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

/** Chooses a brand, and says so once the choice has rested. */
function useChoose(onChoose: (slug: string) => void): (brand: Brand) => void {
  const toast = useToast()
  const latest = useRef({ onChoose, toast })
  // The tiles keep one handler for ever, so that typing a value does not draw a hundred cards again.
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
