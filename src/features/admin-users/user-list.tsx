import { useSignInAgain } from '#client/lib/staff-session.ts'
import { useExistingPage } from '#client/lib/use-existing-page.ts'
import { Button } from '#client/ui/button.tsx'
import { PageFoot } from '#client/ui/page-buttons.tsx'
import { FailedLine, FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { userMessages } from '#shared/registered-user.ts'
import styles from './table.module.css'
import { useUsers } from './use-users.ts'
import type { UserSearch } from './user-search.ts'
import { UserTable } from './user-table.tsx'

type Props = { search: UserSearch; onSearch: (next: UserSearch, replace?: boolean) => void }

/** One page of registered users, with loading, error and empty state. */
export function UserList({ search, onSearch }: Props) {
  const query = useUsers(search)
  const signIn = useSignInAgain(query.error)
  const toPage = (page: number, replace = false) => onSearch({ ...search, page: page > 1 ? page : undefined }, replace)
  const isBeyond = useExistingPage(query.data?.pagination, (page) => toPage(page, true))
  const loading = <Skeleton lines={10} height="2rem" label="Loading users..." />
  return (
    <QueryState
      query={query}
      loading={loading}
      failed={({ error, retry }) => (
        <FailedMessage title="We couldn't load the users" retry={retry} signIn={signIn}>
          {error.message}
        </FailedMessage>
      )}
    >
      {({ data: users, pagination }) =>
        isBeyond ? (
          loading
        ) : (
          <div className={query.isPlaceholderData ? styles.waiting : undefined} aria-busy={query.isPlaceholderData}>
            {query.isError && <StaleNote onRetry={() => void query.refetch()} />}
            {users.length === 0 ? <NoUsers search={search} onSearch={onSearch} /> : <UserTable users={users} />}
            {pagination.totalPages > 1 && (
              <PageFoot
                className={styles.pages}
                pagination={pagination}
                shown={users.length}
                what="users"
                onPage={toPage}
              />
            )}
          </div>
        )
      }
    </QueryState>
  )
}

/** Warns above data that could not be refetched and may be stale. */
export function StaleNote({ onRetry }: { onRetry: () => void }) {
  return (
    <FailedLine className={styles.stale} role="status" retry={onRetry}>
      We couldn't load the latest changes. This may be out of date.
    </FailedLine>
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
