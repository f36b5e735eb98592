import { useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { Button } from '#client/ui/button.tsx'
import { FilterBar, FilterChoices, FilterDownload } from '#client/ui/filter-bar.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { type UserSort, userMessages, userSorts } from '#shared/registered-user.ts'
import type { UserTotals } from '#shared/registered-user-schema.ts'
import { ClearDialog } from './clear-dialog.tsx'
import { useUserSignals, useUsers, useUserTotals } from './use-users.ts'
import { UserActivity } from './user-activity.tsx'
import type { UserSearch } from './user-search.ts'
import { UserTable } from './user-table.tsx'
import styles from './users-tab.module.css'

type Props = { search: UserSearch; onSearch: (next: UserSearch, replace?: boolean) => void }

export function UsersTab({ search, onSearch }: Props) {
  useUserSignals()
  const { data: totals } = useUserTotals()
  return (
    <>
      <h2 className="visually-hidden">Registered Users</h2>
      <Totals totals={totals} />
      <UserFilters search={search} onSearch={onSearch} />
      <UserList search={search} onSearch={onSearch} />
      <UserActivity />
      {totals?.mayClearAllData && <ClearAllData />}
    </>
  )
}

function Totals({ totals }: { totals: UserTotals | undefined }) {
  const figures = [
    { label: 'Total Users', value: totals?.totalUsers },
    { label: 'With Phone Numbers', value: totals?.withPhoneNumbers },
    { label: 'Registered Today', value: totals?.registeredToday },
    { label: 'Active Traders', value: totals?.activeTraders },
  ]
  return <Stats figures={figures} narrow="pairs" />
}

const sortNames: Readonly<Record<UserSort, string>> = {
  registered: 'Newest first',
  lastLogin: 'Last login',
  trades: 'Most trades',
}
const orders = userSorts.map((value) => ({ value, name: sortNames[value] }))

function UserFilters({ search: { search, sort }, onSearch }: Props) {
  const { isOwner } = useStaffPermissions()
  return (
    <FilterBar>
      <SearchBox
        label="Search users"
        placeholder="Search by name, email or phone..."
        committed={search ?? ''}
        onCommit={(text) => onSearch({ sort, search: text || undefined }, true)}
      />
      <FilterChoices
        label="Order"
        choices={orders}
        chosen={sort ?? userSorts[0]}
        onChoose={(chosen) => onSearch({ sort: chosen === userSorts[0] ? undefined : chosen, search })}
      />
      {isOwner && <FilterDownload href={csvUrl(search)}>Export CSV</FilterDownload>}
    </FilterBar>
  )
}

function csvUrl(search: string | undefined): string {
  return withBase(`/api/admin/users.csv${search ? `?${new URLSearchParams({ search })}` : ''}`)
}

function ClearAllData() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={`stack start gap-2 margin-top-7 ${styles.danger}`} aria-labelledby="clear-all-data">
      <p className="bad strong">Danger zone</p>
      <h3 id="clear-all-data">Delete all data</h3>
      <p>
        Permanently deletes all customers, submissions, photos and chats. We make a backup first and ask you to confirm.
      </p>
      <Button variant="danger" size="small" onClick={() => setIsOpen(true)}>
        Clear All Data
      </Button>
      {isOpen && <ClearDialog onClose={() => setIsOpen(false)} />}
    </section>
  )
}

function UserList({ search, onSearch }: Props) {
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
