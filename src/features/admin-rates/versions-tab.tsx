import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { searchParams, wholeNumber } from '#client/lib/search-params.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { OlderButtons } from '#client/ui/page-buttons.tsx'
import { Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import type { CatalogueVersion } from '#shared/catalogue-schema.ts'
import { ExportCsv } from './export-csv.tsx'
import { RevertDialog } from './revert-dialog.tsx'
import type { Rates } from './use-rates.ts'

export type VersionSearch = { before?: number }

export const readVersionSearch = searchParams<VersionSearch>({ before: wholeNumber(1) })

type Props = { rates: Rates; search: VersionSearch; onSearch: (next: VersionSearch) => void }

export function VersionsTab({ rates, search: { before }, onSearch }: Props) {
  const [reverted, setReverted] = useState<CatalogueVersion>()
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
      {reverted && <RevertDialog rates={rates} version={reverted} onClose={() => setReverted(undefined)} />}
    </>
  )
}

const sourceNames = { seed: 'Built in', edit: 'Edit', import: 'Import', revert: 'Revert' } as const

type VersionTableProps = {
  versions: readonly CatalogueVersion[]
  newest: number | undefined
  onRevert: (version: CatalogueVersion) => void
}

function VersionTable({ versions, newest, onRevert }: VersionTableProps) {
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
        { name: 'Actions', kind: 'actions', cell: (each) => <VersionActions {...{ each, newest, onRevert }} /> },
      ]}
    />
  )
}

type VersionActionsProps = Omit<VersionTableProps, 'versions'> & { each: CatalogueVersion }

function VersionActions({ each, newest, onRevert }: VersionActionsProps) {
  const { version } = each
  return (
    <>
      <ExportCsv version={version} aria-label={`Export CSV of version ${version}`} />
      {newest !== undefined && version < newest && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Revert to version ${version}`}
          onClick={() => onRevert(each)}
        >
          Revert...
        </Button>
      )}
    </>
  )
}
