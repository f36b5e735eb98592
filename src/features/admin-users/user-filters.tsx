import { useCallback, useId } from 'react'
import { useSearchText } from '#client/lib/use-search-text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { type UserSort, userSorts } from '#shared/registered-user.ts'
import styles from './user-filters.module.css'
import type { UserSearch } from './user-search.ts'

const sortNames: Readonly<Record<UserSort, string>> = {
  registered: 'Newest first',
  lastLogin: 'Last login',
  trades: 'Most trades',
}

type Props = { search: UserSearch; onSearch: (next: UserSearch, replace?: boolean) => void }

/** Search box and order of the list. Changing either goes back to the first page. */
export function UserFilters({ search: { search, sort }, onSearch }: Props) {
  const id = useId()
  const commit = useCallback((text: string) => onSearch({ sort, search: text || undefined }, true), [onSearch, sort])
  const [text, setText] = useSearchText(search ?? '', commit)

  return (
    <search className={styles.filters}>
      <div className={styles.box}>
        <Icon name="search" size={16} />
        <label className="visually-hidden" htmlFor={id}>
          Search users
        </label>
        <input
          id={id}
          type="search"
          className={styles.input}
          placeholder="Search by name, email or phone..."
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce three buttons as form fields */}
      <div className={styles.sorts} role="group" aria-label="Order">
        {userSorts.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.sort}
            aria-pressed={each === (sort ?? userSorts[0])}
            onClick={() => onSearch({ sort: each === userSorts[0] ? undefined : each, search: text || undefined })}
          >
            {sortNames[each]}
          </button>
        ))}
      </div>
    </search>
  )
}
