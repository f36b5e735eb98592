import { createFileRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RequireStaff } from '#client/features/admin-auth/require-staff.tsx'
import { StaffFrame } from '#client/features/admin-auth/staff-frame.tsx'
import { readUserSearch } from '#client/features/admin-users/user-search.ts'
import { readQueueSearch } from '#client/features/review-queue/queue-search.ts'
import { QueueTabLabel } from '#client/features/review-queue/queue-tab-label.tsx'
import { readChatSearch } from '#client/features/support-inbox/chat-search.ts'
import { ChatTabLabel } from '#client/features/support-inbox/chat-tab-label.tsx'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import { site } from '#shared/site.ts'

const pending = <Skeleton lines={8} label="Loading admin dashboard..." />
const SubmissionsTab = lazyPart(
  async () => (await import('#client/features/review-queue/submissions-tab.tsx')).SubmissionsTab,
  PartFailed,
  pending,
)

const AnalyticsTab = lazyPart(
  async () => (await import('#client/features/admin-analytics/analytics-tab.tsx')).AnalyticsTab,
  PartFailed,
  pending,
)

const UsersTab = lazyPart(
  async () => (await import('#client/features/admin-users/users-tab.tsx')).UsersTab,
  PartFailed,
  pending,
)

const ChatTab = lazyPart(
  async () => (await import('#client/features/support-inbox/chat-tab.tsx')).ChatTab,
  PartFailed,
  pending,
)

const PendingTitle = lazyPart(
  async () => (await import('#client/features/review-queue/pending-title.tsx')).PendingTitle,
)

type Search = Record<string, unknown>

export const Route = createFileRoute('/admin')({
  staticData: { isStaffPage: true, prerender: { unless: [] } },
  // Each tab parses its own search, because this function is part of the code of every page.
  validateSearch: (raw: Search) => raw,
  head: () => ({
    meta: [{ title: `Admin Dashboard | ${site.brandName}` }],
  }),
  component: AdminPage,
})

function AdminPage() {
  return <RequireStaff>{(staff) => <Dashboard staff={staff} />}</RequireStaff>
}

type AdminTab = { value: string; label: ReactNode; content: ReactNode }

function Dashboard({ staff }: { staff: StaffProfile }) {
  const search: Search = Route.useSearch()
  const navigate = Route.useNavigate()
  const tabs = useTabs(staff)
  const chosen = tabs.find(({ value }) => value === search.tab) ?? tabs[0]

  return (
    <>
      <PendingTitle
        isQueueShown={chosen?.value === 'submissions'}
        onOpen={(id) => void navigate({ search: { view: 'review', id } })}
      />
      <StaffFrame
        title="Admin Dashboard"
        staff={staff}
        tabs={{
          label: 'Admin sections',
          value: chosen?.value ?? '',
          onValueChange: (tab) => void navigate({ search: tab === 'submissions' ? {} : { tab }, resetScroll: false }),
          tabs,
        }}
      />
    </>
  )
}

/** The permitted tabs, each with its search parameters. */
function useTabs(staff: StaffProfile): AdminTab[] {
  const search: Search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { maySupport } = useStaffPermissions()
  const onSearch = (next: Search, replace = false) => {
    void navigate({
      search: { ...(search.tab !== undefined && { tab: search.tab }), ...next },
      replace,
      resetScroll: false,
    })
  }
  return [
    {
      value: 'submissions',
      label: <QueueTabLabel />,
      content: <SubmissionsTab search={readQueueSearch(search)} onSearch={onSearch} />,
    },
    { value: 'analytics', label: 'Live Analytics', content: <AnalyticsTab /> },
    ...(maySupport
      ? [
          {
            value: 'chat',
            label: <ChatTabLabel onOpen={(chat) => void navigate({ search: { tab: 'chat', chat } })} />,
            content: <ChatTab staff={staff} search={readChatSearch(search)} onSearch={onSearch} />,
          },
        ]
      : []),
    {
      value: 'users',
      label: 'Registered Users',
      content: <UsersTab search={readUserSearch(search)} onSearch={onSearch} />,
    },
  ]
}
