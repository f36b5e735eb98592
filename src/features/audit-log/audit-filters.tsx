import { Checkbox } from '#client/ui/checkbox.tsx'
import { useSearchText } from '#client/ui/search-box.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { auditGroups } from '#shared/audit.ts'
import type { AuditSearch } from './audit-search.ts'
import styles from './audit-tab.module.css'

type Filters = Omit<AuditSearch, 'before'>
type Props = { filters: Filters; onFilter: (next: AuditSearch, replace?: boolean) => void }

export function AuditFilters({ filters, onFilter }: Props) {
  const set = (part: Filters) => {
    const next = Object.entries({ ...filters, ...part }).filter(([, value]) => value !== '')
    onFilter(Object.fromEntries(next), true)
  }
  const [person, setPerson] = useSearchText(filters.person ?? '', (text) => set({ person: text }))
  const [object, setObject] = useSearchText(filters.object ?? '', (text) => set({ object: text.trim() }))

  return (
    <search className={styles.filters}>
      <TextField
        label="Person"
        placeholder="Name or email"
        autoComplete="off"
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
        autoComplete="off"
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
