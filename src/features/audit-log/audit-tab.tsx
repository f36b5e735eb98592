import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { Button } from '#client/ui/button.tsx'
import { FailedLine, FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { AuditLine } from '#shared/audit-schema.ts'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditSearch, auditFilter, readAuditSearch } from './audit-search.ts'
import styles from './audit-tab.module.css'
import { AuditTable } from './audit-table.tsx'

type Props = { search: AuditSearch; onSearch: (next: AuditSearch, replace?: boolean) => void }

/** The audit log with filters: new entries are pushed to the first page, older ones are paged. */
export function AuditTab({ search: raw, onSearch }: { search: Record<string, unknown>; onSearch: Props['onSearch'] }) {
  const search = readAuditSearch(raw)
  const { before: _, ...filters } = search
  return (
    <>
      <h2 className="visually-hidden">Audit log</h2>
      <p className={styles.lead}>
        Entries can't be changed or removed unnoticed. Verify with{' '}
        <code className="mono">npm run audit-log:verify</code>.
      </p>
      <AuditFilters filters={filters} onFilter={onSearch} />
      <AuditPage search={search} onSearch={onSearch} />
    </>
  )
}

function AuditPage({ search, onSearch }: Props) {
  const query = useAudit(search)
  return (
    <QueryState
      query={query}
      loading={<Skeleton lines={10} height="2.75rem" label="Loading audit log..." />}
      failed={({ error, retry }) => (
        <FailedMessage title="We couldn't load the audit log" retry={retry}>
          {error.message}
        </FailedMessage>
      )}
    >
      {(page) => (
        <div className={query.isPlaceholderData ? styles.waiting : undefined} aria-busy={query.isPlaceholderData}>
          {query.isError && (
            <FailedLine className={styles.stale} role="status" retry={() => void query.refetch()}>
              We couldn't load new entries. This list may be out of date.
            </FailedLine>
          )}
          <Entries page={page} search={search} onSearch={onSearch} />
        </div>
      )}
    </QueryState>
  )
}

type EntriesProps = Props & { page: { entries: readonly AuditLine[]; older: number | null } }

function Entries({ page: { entries, older }, search, onSearch }: EntriesProps) {
  const { before, ...filters } = search
  return (
    <>
      {entries.length === 0 ? (
        <NoEntries isFiltered={Object.keys(search).length > 0} onSearch={onSearch} />
      ) : (
        <AuditTable entries={entries} />
      )}
      {(older !== null || before !== undefined) && (
        <nav className={styles.pages} aria-label="Pages of the audit log">
          {before !== undefined && (
            <Button variant="secondary" size="small" onClick={() => onSearch(filters)}>
              Newest
            </Button>
          )}
          <Button
            variant="secondary"
            size="small"
            disabledReason={older === null ? 'No older entries' : undefined}
            onClick={() => older !== null && onSearch({ ...filters, before: older })}
          >
            Older
          </Button>
        </nav>
      )}
    </>
  )
}

function NoEntries({ isFiltered, onSearch }: { isFiltered: boolean; onSearch: Props['onSearch'] }) {
  if (!isFiltered) return <StateMessage title="No entries yet" />
  return (
    <StateMessage
      title="No entries found matching your criteria."
      action={
        <Button variant="secondary" size="small" onClick={() => onSearch({})}>
          Show all entries
        </Button>
      }
    />
  )
}

const POLL_MS = 20_000

/** The page of the log that the URL names. Only the newest page is live, because older ones do not change. */
function useAudit(search: AuditSearch) {
  const live = useLive()
  const utils = trpc.useUtils()
  const isNewest = search.before === undefined
  const refresh = () => void utils.admin.audit.list.invalidate()
  trpc.admin.audit.watch.useSubscription(undefined, {
    enabled: isNewest,
    // Entries written before the subscription started, or while it was down, were not delivered.
    onStarted: refresh,
    onData: refresh,
  })
  return trpc.admin.audit.list.useQuery(auditFilter(search), {
    placeholderData: keepPreviousData,
    refetchInterval: live || !isNewest ? false : POLL_MS,
    refetchIntervalInBackground: false,
  })
}
