import { keepPreviousData } from '@tanstack/react-query'
import { isAnyGiven } from '#client/lib/search-params.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { OlderButtons } from '#client/ui/page-buttons.tsx'
import { useSearchText } from '#client/ui/search-box.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { auditGroups } from '#shared/audit.ts'
import { type AuditSearch, auditFilter, readAuditSearch } from './audit-search.ts'
import styles from './audit-tab.module.css'
import { AuditTable } from './audit-table.tsx'

type Props = { search: AuditSearch; onSearch: (next: AuditSearch, replace?: boolean) => void }

export function AuditTab({ search: raw, onSearch }: { search: Record<string, unknown>; onSearch: Props['onSearch'] }) {
  const search = readAuditSearch(raw)
  const { before: _, ...filters } = search
  return (
    <>
      <h2 className="visually-hidden">Audit log</h2>
      <p className="margin-bottom-4 muted any-width">
        Entries can't be changed or removed unnoticed. Verify with{' '}
        <code className="mono">npm run audit-log:verify</code>.
      </p>
      <AuditFilters filters={filters} onFilter={onSearch} />
      <AuditPage search={search} onSearch={onSearch} />
    </>
  )
}

function AuditPage({ search, onSearch }: Props) {
  const { before, ...filters } = search
  return (
    <ListState query={useAudit(search)} what="audit log">
      {({ entries, older }) => (
        <>
          {entries.length === 0 ? (
            <NoEntries isFiltered={isAnyGiven(search)} onSearch={onSearch} />
          ) : (
            <AuditTable entries={entries} />
          )}
          <OlderButtons
            what="entries"
            isNewest={before === undefined}
            older={older ?? undefined}
            onPage={(next) => onSearch({ ...filters, before: next })}
          />
        </>
      )}
    </ListState>
  )
}

function NoEntries({ isFiltered, onSearch }: { isFiltered: boolean; onSearch: Props['onSearch'] }) {
  if (!isFiltered)
    return (
      <StateMessage title="No entries yet">
        Every step of the staff appears here, with who, when and from where.
      </StateMessage>
    )
  return (
    <StateMessage
      title="No entries found matching your criteria."
      action={<SmallButton onClick={() => onSearch({})}>Show all entries</SmallButton>}
    />
  )
}

const POLL_MS = 20_000

/** The page of the log that the URL names. Only the newest page is live, because older ones do not change. */
function useAudit(search: AuditSearch) {
  const polling = usePolling(POLL_MS)
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
    ...(isNewest && polling),
  })
}

type Filters = Omit<AuditSearch, 'before'>

function AuditFilters({ filters, onFilter }: { filters: Filters; onFilter: Props['onSearch'] }) {
  const set = (part: Filters) => {
    const next = Object.entries({ ...filters, ...part }).filter(([, value]) => value)
    onFilter(Object.fromEntries(next), true)
  }
  const [person, setPerson] = useSearchText(filters.person, (text) => set({ person: text }))
  const [object, setObject] = useSearchText(filters.object, (text) => set({ object: text?.trim() }))

  return (
    <search className={styles.filters}>
      <TextField
        label="Person"
        placeholder="Name or email"
        spellCheck={false}
        maxLength={254}
        value={person}
        onValueChange={setPerson}
      />
      <SelectField label="Action" value={filters.action ?? ''} onValueChange={(action) => set({ action })}>
        <option value="">All actions</option>
        {Object.entries(auditGroups).map(([name, actions]) => (
          <optgroup key={name} label={name}>
            {Object.entries<string>(actions).map(([action, does]) => (
              <option key={action} value={action}>
                {does}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <TextField
        label="Object"
        placeholder="Order or other ID"
        spellCheck={false}
        maxLength={100}
        value={object}
        onValueChange={setObject}
      />
      <TextField
        type="date"
        label="From"
        max={filters.until}
        value={filters.from ?? ''}
        onValueChange={(from) => set({ from })}
      />
      <TextField
        type="date"
        label="To"
        min={filters.from}
        value={filters.until ?? ''}
        onValueChange={(until) => set({ until })}
      />
      <Checkbox
        label="Include customer sign-ins"
        checked={filters.signIns === 'yes'}
        onCheckedChange={(isOn) => set({ signIns: isOn ? 'yes' : '' })}
      />
    </search>
  )
}
