import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { counted } from '#client/lib/format.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button, QuietButton, SmallButton } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
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
import barStyles from './changes-bar.module.css'
import { editedBrands, type RateEdits, type Rates, type Terms } from './rate-edits.ts'
import { ExportCsv, ImportDialog } from './rates-csv.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'
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

const CLOCK_MS = 30_000

function Brands({ rates, state, search, onSearch }: Props & { state: RateEdits }) {
  const now = useNow(CLOCK_MS)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<{ kind: 'brand' | 'history'; slug: string } | { kind: 'import' | 'review' }>()
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
          <QuietButton onClick={() => setOpened({ kind: 'import' })}>Import CSV</QuietButton>
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
        <SmallButton onClick={() => void show()}>Show the new rates</SmallButton>
      </Notice>
    </div>
  )
}

function NoBrands({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  return (
    <StateMessage
      title={search.show === 'changed' ? 'No brand has changes' : 'No brands found'}
      action={<SmallButton onClick={() => onSearch({})}>Show all brands</SmallButton>}
    />
  )
}

type ChangesBarProps = { rates: Rates; state: RateEdits; isReviewing: boolean; onReviewing: (is: boolean) => void }

function ChangesBar({ rates, state, isReviewing, onReviewing }: ChangesBarProps) {
  const [isDiscarding, setIsDiscarding] = useState(false)
  const many = state.edits.size
  const count = counted(many, 'change')
  return (
    <>
      <p className="visually-hidden" role="status">
        {many > 0 ? `${count}, not published` : ''}
      </p>
      {many > 0 && (
        <section
          className={`cluster gap-3 row-gap-2 margin-top-4 line-top ${barStyles.bar}`}
          aria-label="Changes that are not published"
        >
          <strong className="tabular">{count}</strong>
          <Button size="small" onClick={() => onReviewing(true)}>
            Review changes
          </Button>
          <QuietButton onClick={() => setIsDiscarding(true)}>Discard</QuietButton>
        </section>
      )}
      {isReviewing && <ReviewDialog rates={rates} state={state} onClose={() => onReviewing(false)} />}
      {isDiscarding && (
        <ConfirmDialog
          title={`Discard ${count}?`}
          description="The rates stay as they are published."
          action="Discard"
          isDanger
          cancel="Keep"
          onConfirm={() => {
            setIsDiscarding(false)
            rates.dispatch({ type: 'discard' })
          }}
          onClose={() => setIsDiscarding(false)}
        />
      )}
      <LeaveQuestion count={many} />
    </>
  )
}

function LeaveQuestion({ count }: { count: number }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    disabled: count === 0,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave without publishing?"
      description={`${counted(count, 'change')} ${count === 1 ? 'is' : 'are'} not published. This tab keeps them until you close it.`}
      action="Leave"
      isDanger
      cancel="Stay"
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
