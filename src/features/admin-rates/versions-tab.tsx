import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { searchParams, wholeNumber } from '#client/lib/search-params.ts'
import { trpc } from '#client/lib/trpc.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { OlderButtons } from '#client/ui/page-buttons.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import type { CatalogueVersion, RateHistory } from '#shared/catalogue-schema.ts'
import { rateText, stateNames } from './rate-changes.ts'
import type { Rates, Terms } from './rate-edits.ts'
import { ExportCsv } from './rates-csv.tsx'
import { RevertDialog } from './review-dialog.tsx'

export const readVersionSearch = searchParams({ before: wholeNumber(1) })
type VersionSearch = ReturnType<typeof readVersionSearch>

type Props = { rates: Rates; search: VersionSearch; onSearch: (next: VersionSearch) => void }

export function VersionsTab({ rates, search: { before }, onSearch }: Props) {
  const [reverted, setReverted] = useState<number>()
  const query = trpc.admin.rates.versions.useQuery(before ? { before } : {}, {
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const newest = rates.query.data?.published.newest.version
  return (
    <>
      <h2 className="visually-hidden">Versions</h2>
      <ListState query={query} what="versions">
        {({ versions, hasMore }) => (
          <>
            <VersionTable versions={versions} newest={newest} onRevert={setReverted} />
            <OlderButtons
              what="versions"
              isNewest={before === undefined}
              older={hasMore ? versions.at(-1)?.version : undefined}
              onPage={(next) => onSearch(next === undefined ? {} : { before: next })}
            />
          </>
        )}
      </ListState>
      {reverted !== undefined && (
        <RevertDialog rates={rates} version={reverted} onClose={() => setReverted(undefined)} />
      )}
    </>
  )
}

const sourceNames = { seed: 'Built in', edit: 'Edit', import: 'Import', revert: 'Revert' } as const

type VersionTableProps = {
  versions: readonly CatalogueVersion[]
  newest: number | undefined
  onRevert: (version: number) => void
}

function VersionTable({ versions, newest = 0, onRevert }: VersionTableProps) {
  return (
    <Table
      name="Versions of the rates, newest first"
      rows={versions}
      rowKey={({ version }) => version}
      columns={[
        { name: 'Version', cell: ({ version }) => version },
        { name: 'Published', cell: ({ madeAt }) => <Time at={madeAt} /> },
        {
          name: 'By',
          cell: ({ madeBy, source }) => (
            <>
              {madeBy ?? sourceNames.seed}
              {source !== 'edit' && madeBy && <span className="subline">{sourceNames[source]}</span>}
            </>
          ),
        },
        { name: 'Note', wraps: true, cell: ({ note }) => note },
        { name: 'Brands', kind: 'number', cell: ({ changedBrands }) => changedBrands },
        {
          name: 'Actions',
          kind: 'actions',
          cell: ({ version }) => (
            <>
              <ExportCsv version={version} aria-label={`Export CSV of version ${version}`} />
              {version < newest && (
                <SmallButton aria-label={`Revert to version ${version}`} onClick={() => onRevert(version)}>
                  Revert...
                </SmallButton>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

type HistoryDialogProps = { brand: Pick<Terms, 'slug' | 'name'>; onClose: () => void }

const columns: readonly Column<RateHistory['steps'][number]>[] = [
  { name: 'Published', cell: ({ madeAt }) => <Time at={madeAt} /> },
  { name: 'Rate', cell: ({ terms }) => rateText(terms) },
  { name: 'State', cell: ({ terms }) => stateNames[terms.state] },
  { name: 'By', cell: ({ madeBy }) => madeBy ?? 'Built in' },
  { name: 'Note', wraps: true, cell: ({ note }) => note },
]

export function HistoryDialog({ brand: { slug, name }, onClose }: HistoryDialogProps) {
  const query = trpc.admin.rates.history.useQuery({ slug }, { staleTime: 0 })
  return (
    <Dialog onClose={onClose} title={`History of ${name}`} size="large" firstFocus="title">
      <ListState query={query} what="history" headingLevel={3}>
        {({ steps }) => (
          <Table
            name="Versions that changed this brand, newest first"
            columns={columns}
            rows={steps.toReversed()}
            rowKey={({ version }) => version}
          />
        )}
      </ListState>
    </Dialog>
  )
}
