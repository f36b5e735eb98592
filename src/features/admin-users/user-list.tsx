import { useExistingPage } from '#client/lib/use-existing-page.ts'
import { Button } from '#client/ui/button.tsx'
import { PageButtons } from '#client/ui/page-buttons.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { pageButtons, showingText } from '#shared/paging.ts'
import { userMessages } from '#shared/registered-user.ts'
import { LoadError, StaleNote } from './load-error.tsx'
import styles from './table.module.css'
import { useUsers } from './use-users.ts'
import type { UserSearch } from './user-search.ts'
import { UserTable } from './user-table.tsx'

type Props = { search: UserSearch; onSearch: (next: UserSearch, replace?: boolean) => void }

/** One page of registered users, with loading, error and empty state. */
export function UserList({ search, onSearch }: Props) {
  const { data, error, isError, isPlaceholderData, refetch } = useUsers(search)
  const retry = () => void refetch()
  const toPage = (page: number, replace = false) => onSearch({ ...search, page: page > 1 ? page : undefined }, replace)
  const isBeyond = useExistingPage(data?.pagination, (page) => toPage(page, true))
  if (!data && isError)
    return (
      <LoadError
        title="The users could not be loaded"
        message={error.message}
        code={error.data?.code}
        onRetry={retry}
      />
    )
  if (!data || isBeyond) return <Skeleton lines={10} height="2rem" label="Loading users..." />
  const { data: users, pagination } = data
  return (
    <div className={isPlaceholderData ? styles.waiting : undefined} aria-busy={isPlaceholderData}>
      {isError && <StaleNote className={styles.stale} onRetry={retry} />}
      {users.length === 0 ? <NoUsers search={search} onSearch={onSearch} /> : <UserTable users={users} />}
      {pagination.totalPages > 1 && (
        <div className={styles.pages}>
          <p>{showingText(pagination, users.length, 'users')}</p>
          <PageButtons
            current={pagination.currentPage}
            pages={pageButtons(pagination)}
            hasPrev={pagination.hasPrev}
            hasNext={pagination.hasNext}
            onPage={toPage}
          />
        </div>
      )}
    </div>
  )
}

function NoUsers({ search, onSearch }: Props) {
  const isFiltered = search.search !== undefined || search.page !== undefined
  return (
    <StateMessage
      title={userMessages.none}
      headingLevel={3}
      action={
        isFiltered && (
          <Button variant="secondary" size="small" onClick={() => onSearch({})}>
            Show all users
          </Button>
        )
      }
    />
  )
}
