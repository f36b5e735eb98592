import { Button } from '#client/ui/button.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { userMessages } from '#shared/registered-user.ts'
import { useUsers } from './use-users.ts'
import type { UserSearch } from './user-search.ts'
import { UserTable } from './user-table.tsx'

type Props = { search: UserSearch; onSearch: (next: UserSearch, replace?: boolean) => void }

export function UserList({ search, onSearch }: Props) {
  return (
    <ListPage
      query={useUsers(search)}
      what="users"
      onPage={(page, replace) => onSearch({ ...search, page: page > 1 ? page : undefined }, replace)}
      empty={<NoUsers search={search} onSearch={onSearch} />}
    >
      {(users) => <UserTable users={users} />}
    </ListPage>
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
    >
      {!isFiltered && 'Customers appear here the moment they create an account.'}
    </StateMessage>
  )
}
