import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CatalogueVersion } from '#shared/catalogue-schema.ts'
import { csvUrl } from './csv-url.ts'
import { RevertDialog } from './revert-dialog.tsx'
import type { Rates } from './use-rates.ts'
import styles from './versions-tab.module.css'

export type VersionSearch = { before?: number }

/** Reads the parameter of the URL and drops an invalid one. */
export function readVersionSearch(raw: Record<string, unknown>): VersionSearch {
  const before = Number(raw.before)
  return Number.isSafeInteger(before) && before > 0 ? { before } : {}
}

type Props = { rates: Rates; search: VersionSearch; onSearch: (next: VersionSearch) => void }

/** Every published version, newest first, with its note; each can be exported and restored. */
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
      <QueryState
        query={query}
        loading={<Skeleton lines={8} height="2.75rem" label="Loading versions..." />}
        failed={({ error, retry }) => (
          <FailedMessage title="We couldn't load the versions" retry={retry}>
            {error.message}
          </FailedMessage>
        )}
      >
        {({ versions, hasMore }) => {
          const oldest = versions.at(-1)?.version
          return (
            <>
              <VersionTable versions={versions} newest={newest} onRevert={setReverted} />
              {(hasMore || before !== undefined) && (
                <nav className={styles.pages} aria-label="Pages of the versions">
                  {before !== undefined && (
                    <Button variant="secondary" size="small" onClick={() => onSearch({})}>
                      Newest
                    </Button>
                  )}
                  <Button
                    variant="secondary"
                    size="small"
                    disabledReason={hasMore ? undefined : 'No older versions'}
                    onClick={() => oldest !== undefined && onSearch({ before: oldest })}
                  >
                    Older
                  </Button>
                </nav>
              )}
            </>
          )
        }}
      </QueryState>
      {reverted && <RevertDialog rates={rates} version={reverted} onClose={() => setReverted(undefined)} />}
    </>
  )
}

const sourceNames = { seed: 'The program', edit: 'Edit', import: 'Import', revert: 'Revert' } as const

type VersionTableProps = {
  versions: readonly CatalogueVersion[]
  /** The number of the newest version of all, which cannot be restored. */
  newest: number | undefined
  onRevert: (version: CatalogueVersion) => void
}

function VersionTable({ versions, newest, onRevert }: VersionTableProps) {
  return (
    <ScrollRegion className={styles.scroll} aria-label="Versions of the rates">
      <table className={styles.table}>
        <caption className="visually-hidden">Versions of the rates, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Published</th>
            <th scope="col">By</th>
            <th scope="col">Note</th>
            <th scope="col" className={styles.number}>
              Brands
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map((each) => (
            <tr key={each.version}>
              <th scope="row">{each.version}</th>
              <td className={styles.nowrap}>
                <time dateTime={each.madeAt}>{formatDateTime(each.madeAt)}</time>
              </td>
              <td>
                {each.madeBy ?? sourceNames.seed}
                {each.source !== 'edit' && each.madeBy && (
                  <span className={styles.source}>{sourceNames[each.source]}</span>
                )}
              </td>
              <td className={styles.note}>{each.note}</td>
              <td className={styles.number}>{each.changedBrands}</td>
              <td className={styles.actions}>
                <a
                  className={buttonClass('quiet', 'small')}
                  href={csvUrl(each.version)}
                  aria-label={`Export CSV of version ${each.version}`}
                  download
                >
                  Export CSV
                </a>
                {newest !== undefined && each.version < newest && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Revert to version ${each.version}`}
                    onClick={() => onRevert(each)}
                  >
                    Revert...
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
