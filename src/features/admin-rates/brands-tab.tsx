import { useRef, useState } from 'react'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { FailedLine, QueryPart } from '#client/ui/query-state.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Time } from '#client/ui/time.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { CatalogueVersion } from '#shared/catalogue-schema.ts'
import { BrandDialog } from './brand-dialog.tsx'
import { type BrandSearch, findBrands } from './brand-search.ts'
import { BrandFilters, BrandTable } from './brand-table.tsx'
import styles from './brands-tab.module.css'
import { ChangesBar } from './changes-bar.tsx'
import { editedBrands, type RateEdits, type Terms } from './rate-edits.ts'
import { ExportCsv, ImportDialog } from './rates-csv.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type { Rates } from './use-rates.ts'
import { HistoryDialog } from './versions-tab.tsx'

type Props = { rates: Rates; search: BrandSearch; onSearch: (next: BrandSearch, replace?: boolean) => void }

export function BrandsTab({ rates, search, onSearch }: Props) {
  return (
    <>
      <h2 className="visually-hidden">Brands</h2>
      <QueryPart
        query={rates.query}
        lines={12}
        height="2.75rem"
        label="Loading rates..."
        failed="We couldn't load the rates"
        failedAs="message"
        headingLevel={2}
      >
        {(state) => <Brands rates={rates} state={state} search={search} onSearch={onSearch} />}
      </QueryPart>
    </>
  )
}

type Opened = { kind: 'brand' | 'history'; slug: string } | { kind: 'import' | 'review' }

const CLOCK_MS = 30_000

function Brands({ rates, state, search, onSearch }: Props & { state: RateEdits }) {
  const now = useNow(CLOCK_MS)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<Opened>()
  const list = useRef<HTMLDivElement>(null)
  const { published, edits } = state
  const brands = editedBrands(state)
  const { lastChanges } = published
  const shown = findBrands(brands, search, { changed: new Set(edits.keys()), lastChanges, now })
  // What a filter hides is not changed with the rest.
  const chosen = shown.filter(({ slug }) => selected.has(slug))
  const edit = (changed: readonly Terms[]) => rates.dispatch({ type: 'edit', brands: changed })
  const find = (slug: string) => brands.find((brand) => brand.slug === slug)
  const close = () => setOpened(undefined)
  const openedBrand = opened && 'slug' in opened ? find(opened.slug) : undefined

  return (
    <>
      <BrandFilters search={search} changed={edits.size} onSearch={onSearch} />
      <div className="cluster spread gap-4 row-gap-0">
        <p className="muted tabular">
          {shown.length} of {brands.length} brands. <VersionLine version={published.newest} />
        </p>
        <div className={styles.actions}>
          <Button variant="quiet" size="small" onClick={() => setOpened({ kind: 'import' })}>
            Import CSV
          </Button>
          <ExportCsv version={published.newest.version} />
        </div>
      </div>
      {rates.isStale && (
        <FailedLine className="warn" role="status" retry={rates.query.refetch}>
          We couldn't load new rates. This list may be out of date.
        </FailedLine>
      )}
      {rates.newer && <NewerVersion version={rates.newer} rates={rates} />}
      <div ref={list} tabIndex={-1}>
        {chosen.length > 0 && (
          <SelectionBar
            brands={chosen}
            onEdit={edit}
            onClear={() => {
              setSelected(new Set())
              // The pressed button is gone.
              list.current?.focus()
            }}
          />
        )}
        {shown.length === 0 ? (
          <NoBrands search={search} onSearch={onSearch} />
        ) : (
          <BrandTable
            brands={shown}
            edits={edits}
            lastChanges={lastChanges}
            selected={selected}
            search={search}
            now={now}
            onSearch={onSearch}
            onSelect={setSelected}
            onOpen={(slug) => setOpened({ kind: 'brand', slug })}
            onHistory={(slug) => setOpened({ kind: 'history', slug })}
          />
        )}
      </div>
      {opened?.kind === 'brand' && openedBrand && (
        <BrandDialog
          brand={openedBrand}
          onSave={(terms) => edit([terms])}
          onHistory={() => setOpened({ kind: 'history', slug: opened.slug })}
          onClose={close}
        />
      )}
      {opened?.kind === 'history' && openedBrand && <HistoryDialog brand={openedBrand} onClose={close} />}
      {opened?.kind === 'import' && (
        <ImportDialog rates={rates} state={state} onReview={() => setOpened({ kind: 'review' })} onClose={close} />
      )}
      <ChangesBar
        rates={rates}
        state={state}
        isReviewing={opened?.kind === 'review'}
        onReviewing={(is) => setOpened(is ? { kind: 'review' } : undefined)}
      />
    </>
  )
}

function VersionLine({ version: { version, madeAt, madeBy, source } }: { version: CatalogueVersion }) {
  if (source === 'seed') return `Version ${version}, built-in rates.`
  return (
    <>
      Version {version}, published <Time at={madeAt} />
      {madeBy && ` by ${madeBy}`}.
    </>
  )
}

/** Offers the newer rates; they are not shown by themselves, because they would change what is being edited. */
function NewerVersion({ version: { version, madeBy, note }, rates }: { version: CatalogueVersion; rates: Rates }) {
  const toast = useToast()
  const show = () =>
    rates.rebase().catch(() => toast({ title: 'Error', description: "We couldn't load the new rates.", tone: 'error' }))
  return (
    <div className="pad-bottom-3">
      <Notice tone="info" role="status" title={`${madeBy ?? 'Somebody'} published version ${version}: ${note}`}>
        <p>Your changes are based on an older version.</p>
        <Button variant="secondary" size="small" onClick={() => void show()}>
          Show the new rates
        </Button>
      </Notice>
    </div>
  )
}

function NoBrands({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  return (
    <StateMessage
      title={search.show === 'changed' ? 'No brand has changes' : 'No brands found'}
      action={
        <Button variant="secondary" size="small" onClick={() => onSearch({})}>
          Show all brands
        </Button>
      }
    />
  )
}
