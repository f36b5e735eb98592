import { Stats } from '#client/ui/stats.tsx'
import type { UserTotals } from '#shared/registered-user.ts'
import { ClearAllData } from './clear-all-data.tsx'
import { useUserSignals, useUserTotals } from './use-users.ts'
import { UserActivity } from './user-activity.tsx'
import { UserFilters } from './user-filters.tsx'
import { UserList } from './user-list.tsx'
import type { UserSearch } from './user-search.ts'

type Props = { search: UserSearch; onSearch: (next: UserSearch, replace?: boolean) => void }

/** Who is registered: figures over all of them, the list, who is on the site now and, for owners, the end of it all. */
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
