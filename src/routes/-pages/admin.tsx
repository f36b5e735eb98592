import { readUserSearch } from '#client/features/admin-users/use-users.ts'
import { readQueueSearch } from '#client/features/review-queue/queue-search.ts'
import { readChatSearch } from '#client/features/support-inbox/chat-search.ts'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { pageNumber, searchParams } from '#client/lib/search-params.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { PartFailed } from '#client/ui/part-failed.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import { lazyTabs, StaffPage, useStaffSearch } from '../-staff-page.tsx'

const lazyTab = lazyTabs('Loading admin dashboard...')
const SubmissionsTab = lazyTab(() => import('#client/features/review-queue/submissions-tab.tsx'), 'SubmissionsTab')
const OpenShop = lazyPart(() => import('#client/features/open-shop/open-shop.tsx'), 'OpenShop')
const OrderProblems = lazyPart(
  () => import('#client/features/card-problems/problem-view.tsx'),
  'OrderProblems',
  PartFailed,
)
const AppealsTab = lazyTab(() => import('#client/features/review-queue/appeals/appeals-tab.tsx'), 'AppealsTab')
const AnalyticsTab = lazyTab(() => import('#client/features/admin-analytics/analytics-tab.tsx'), 'AnalyticsTab')
const UsersTab = lazyTab(() => import('#client/features/admin-users/users-tab.tsx'), 'UsersTab')
const ChatTab = lazyTab(() => import('#client/features/support-inbox/chat-tab.tsx'), 'ChatTab')

const readPage = searchParams({ page: pageNumber })

/** The values of `tab`; the first area for any other. */
const tabs = ['analytics', 'chat', 'users'] as const

export function AdminPage() {
  const [search] = useStaffSearch('/admin')
  const { maySupport } = useStaffPermissions()
  const named = tabs.find((each) => each === search.tab)
  const area = named === undefined || (named === 'chat' && !maySupport) ? 'submissions' : named
  return (
    <StaffPage title="Admin Dashboard" area={area}>
      {(staff) => <Area area={area} staff={staff} />}
    </StaffPage>
  )
}

function Area({ area, staff }: { area: 'submissions' | (typeof tabs)[number]; staff: StaffProfile }) {
  const [search, , onSearch] = useStaffSearch('/admin')
  const { isOwner } = useStaffPermissions()
  switch (area) {
    case 'submissions':
      if (search.list === 'appeals')
        return (
          <AppealsTab
            page={readPage(search).page}
            onPage={(page, replace) => onSearch({ list: 'appeals', page }, replace)}
          />
        )
      return (
        <SubmissionsTab
          search={readQueueSearch(search)}
          onSearch={onSearch}
          intro={isOwner && <OpenShop />}
          renderProblems={(order) => <OrderProblems {...order} />}
        />
      )
    case 'analytics':
      return <AnalyticsTab />
    case 'chat':
      return <ChatTab staff={staff} search={readChatSearch(search)} onSearch={onSearch} />
    case 'users':
      return <UsersTab search={readUserSearch(search)} onSearch={onSearch} />
  }
}
