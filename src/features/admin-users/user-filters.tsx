import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { type UserSort, userSorts } from '#shared/registered-user.ts'
import styles from './user-filters.module.css'
import type { UserSearch } from './user-search.ts'

const sortNames: Readonly<Record<UserSort, string>> = {
  registered: 'Newest first',
  lastLogin: 'Last login',
  trades: 'Most trades',
}
const orders = userSorts.map((value) => ({ value, name: sortNames[value] }))

type Props = { search: UserSearch; onSearch: (next: UserSearch, replace?: boolean) => void }

/** Search box and order of the list. Changing either goes back to the first page. */
export function UserFilters({ search: { search, sort }, onSearch }: Props) {
  return (
    <search className={styles.filters}>
      <SearchBox
        label="Search users"
        placeholder="Search by name, email or phone..."
        committed={search ?? ''}
        onCommit={(text) => onSearch({ sort, search: text || undefined }, true)}
      />
      <ChoiceButtons
        label="Order"
        choices={orders}
        chosen={sort ?? userSorts[0]}
        onChoose={(chosen) => onSearch({ sort: chosen === userSorts[0] ? undefined : chosen, search })}
      />
    </search>
  )
}
