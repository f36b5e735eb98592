import { useState } from 'react'
import { csvUrl } from '#client/lib/base-path.ts'
import { formatAge } from '#client/lib/format.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { useNow } from '#client/lib/use-now.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { FilterBar, FilterChoices, FilterDownload } from '#client/ui/filter-bar.tsx'
import { TablePage } from '#client/ui/list-page.tsx'
import { OpenButton } from '#client/ui/open-button.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { Section } from '#client/ui/section.tsx'
import { optionsOf } from '#client/ui/select-field.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { ANALYTICS_LIST_LENGTH } from '#shared/analytics.ts'
import type { AnalyticsSnapshot, Visitor } from '#shared/analytics-schema.ts'
import { type UserSort, userMessages, userSorts } from '#shared/registered-user.ts'
import type { UserTotals } from '#shared/registered-user-schema.ts'
import { ClearDialog } from './clear-dialog.tsx'
import { POLL_MS, type UserSearch, useUserSignals, useUsers, useUserTotals } from './use-users.ts'
import { userColumns } from './user-table.tsx'
import styles from './users-tab.module.css'

type Props = { search: UserSearch; onSearch: (next: UserSearch, replace?: boolean) => void }

export function UsersTab({ search, onSearch }: Props) {
  useUserSignals()
  const { data: totals } = useUserTotals()
  const users = useUsers(search)
  return (
    <>
      <h2 className="visually-hidden">Registered Users</h2>
      <Totals totals={totals} />
      <UserFilters search={search} onSearch={onSearch} />
      <TablePage
        query={users}
        what="users"
        onPage={(page, replace) => onSearch({ ...search, page: page > 1 ? page : undefined }, replace)}
        empty={<NoUsers search={search} onSearch={onSearch} />}
        name="Registered users"
        columns={userColumns}
      />
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
const orders = optionsOf(userSorts, sortNames)

function UserFilters({ search: { search, sort }, onSearch }: Props) {
  const { isOwner } = useStaffPermissions()
  return (
    <FilterBar>
      <SearchBox
        label="Search users"
        placeholder="Search by name, email or phone..."
        committed={search}
        onCommit={(text) => onSearch({ sort, search: text }, true)}
      />
      <FilterChoices
        label="Order"
        choices={orders}
        chosen={sort ?? userSorts[0]}
        onChoose={(chosen) => onSearch({ sort: chosen === userSorts[0] ? undefined : chosen, search })}
      />
      {isOwner && <FilterDownload href={csvUrl('users', { search })}>Export CSV</FilterDownload>}
    </FilterBar>
  )
}

function ClearAllData() {
  return (
    <section className={`stack start gap-2 pad-4 margin-top-7 ${styles.danger}`} aria-labelledby="clear-all-data">
      <p className="bad strong">Danger zone</p>
      <h3 id="clear-all-data">Delete all data</h3>
      <p>
        Permanently deletes all customers, submissions, photos and chats. We make a backup first and ask you to confirm.
      </p>
      <OpenButton variant="danger" dialog={(onClose) => <ClearDialog onClose={onClose} />}>
        Clear All Data
      </OpenButton>
    </section>
  )
}

function NoUsers({ search, onSearch }: Props) {
  const isFiltered = search.search !== undefined || search.page !== undefined
  return (
    <StateMessage
      title={userMessages.none}
      headingLevel={3}
      action={isFiltered && <SmallButton onClick={() => onSearch({})}>Show all users</SmallButton>}
    >
      {!isFiltered && 'Customers appear here the moment they create an account.'}
    </StateMessage>
  )
}

const AGE_TICK_MS = 10_000

function UserActivity() {
  const query = useActiveVisitors()
  return (
    <Section id="user-activity" title="Real-time User Activity" headClass="pad-bottom-2" className="pad-top-6">
      <QueryPart query={query} lines={3} label="Loading activity..." failed="We couldn't load the activity.">
        {(visitors) => <ActivityList visitors={visitors} />}
      </QueryPart>
    </Section>
  )
}

function ActivityList({ visitors }: { visitors: readonly Visitor[] }) {
  const now = useNow(AGE_TICK_MS)
  if (visitors.length === 0) return <p>No active visitors</p>
  return (
    <ul className={`stack gap-0 plain line-bottom ${styles.list}`}>
      {visitors.map(({ id, userName, currentPage, lastActivity }) => (
        <li key={id} className="baseline pad-block-2 line-top">
          <span className={userName ? 'strong breaks' : 'muted'}>{userName ?? userMessages.guest}</span>
          <span className="mono">{currentPage || '/'}</span>
          <time className="muted" dateTime={lastActivity}>
            {formatAge(lastActivity, now)}
          </time>
        </li>
      ))}
    </ul>
  )
}

/** Visitors, pushed on change and polled while the socket is down. No data until the first response. */
function useActiveVisitors() {
  const live = useLive()
  const [pushed, setPushed] = useState<AnalyticsSnapshot>()
  trpc.analytics.watch.useSubscription(undefined, { onData: setPushed })
  const asked = trpc.analytics.snapshot.useQuery(undefined, { enabled: !live, refetchInterval: POLL_MS })
  const newest = live || !asked.data ? (pushed ?? asked.data) : asked.data
  return { data: newest?.visitors.slice(0, ANALYTICS_LIST_LENGTH), error: asked.error, refetch: asked.refetch }
}
