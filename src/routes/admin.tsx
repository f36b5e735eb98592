import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { type QueueSearch, readQueueSearch } from '#client/features/admin-submissions/queue-search.ts'
import { SubmissionFigures } from '#client/features/admin-submissions/submission-figures.tsx'
import { SubmissionsTab } from '#client/features/admin-submissions/submissions-tab.tsx'
import { AccessDenied } from '#client/features/staff-sign-in/access-denied.tsx'
import { StaffFrame } from '#client/features/staff-sign-in/staff-frame.tsx'
import { StaffSignIn } from '#client/features/staff-sign-in/staff-sign-in.tsx'
import { useSession } from '#client/lib/session.ts'
import { Tabs } from '#client/ui/tabs.tsx'
import type { StaffProfile } from '#shared/account.ts'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/admin')({
  // Read in the component: what stands here is loaded with every page of the site.
  validateSearch: (raw: Record<string, unknown>) => raw,
  head: () => ({
    meta: [{ title: `Admin Dashboard | ${site.brandName}` }, { name: 'robots', content: 'noindex, nofollow' }],
  }),
  component: AdminPage,
})

function AdminPage() {
  const { customer, staff, isLoading } = useSession()
  const [wantsForm, setWantsForm] = useState(false)
  if (isLoading)
    return (
      <p className="page muted" role="status">
        Loading admin dashboard...
      </p>
    )
  if (staff) return <Dashboard staff={staff} />
  if (customer && !wantsForm) return <AccessDenied onStaffSignIn={() => setWantsForm(true)} />
  return <StaffSignIn takesFocus={wantsForm} />
}

function Dashboard({ staff }: { staff: StaffProfile }) {
  const search = readQueueSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  const changeSearch = (next: QueueSearch, replace = false) => {
    void navigate({ search: next, replace, resetScroll: false })
  }

  return (
    <StaffFrame staff={staff}>
      <SubmissionFigures search={search} />
      <Tabs
        label="Admin sections"
        value="submissions"
        onValueChange={() => undefined}
        tabs={[
          {
            value: 'submissions',
            label: 'Submissions',
            content: <SubmissionsTab search={search} onSearch={changeSearch} />,
          },
        ]}
      />
    </StaffFrame>
  )
}
