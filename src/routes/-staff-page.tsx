import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RequireStaff } from '#client/features/admin-auth/require-staff.tsx'
import { StaffFrame } from '#client/features/admin-auth/staff-frame.tsx'
import { type StaffAreaName, StaffNav } from '#client/features/admin-auth/staff-nav.tsx'
import { PayoutsAreaLabel } from '#client/features/admin-payouts/payouts-area-label.tsx'
import { QueueTabLabel } from '#client/features/review-queue/queue-tab-label.tsx'
import { ChatTabLabel } from '#client/features/support-inbox/chat-tab-label.tsx'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'

const PendingTitle = lazyPart(() => import('#client/features/review-queue/pending-title.tsx'), 'PendingTitle')

type StaffPageProps = {
  title: string
  area: StaffAreaName
  /** What a page of finance says to staff without the permission; the server refuses their calls. */
  payOnly?: string
  children: (staff: StaffProfile) => ReactNode
}

/** A page of the staff area, for signed-in staff, with the areas and what waits in each of them. */
export function StaffPage({ title, area, payOnly, children }: StaffPageProps) {
  const { mayPay } = useStaffPermissions()
  return (
    <RequireStaff>
      {(staff) => (
        <StaffFrame title={title} staff={staff} nav={<Areas current={area} />}>
          {payOnly && !mayPay ? <StateMessage title={payOnly}>Ask an owner.</StateMessage> : children(staff)}
        </StaffFrame>
      )}
    </RequireStaff>
  )
}

type Search = Record<string, unknown>
type WithSearch = '/admin' | `/admin/${'inventory' | 'payouts' | 'rates' | 'reports' | 'settings'}`

/** The search of a page, which reads it itself, and two functions: the second replaces it on the present tab. */
export function useStaffSearch(from: WithSearch) {
  const navigate = useNavigate({ from })
  const search: Search = useSearch({ strict: false })
  const onSearch = (next: Search, replace = false) => void navigate({ search: next, replace, resetScroll: false })
  const onTabSearch = (next: Search, replace?: boolean) => onSearch({ tab: search.tab, ...next }, replace)
  return [search, onSearch, onTabSearch] as const
}

/** Makes tabs of a page, each of which shows a skeleton until it is loaded. */
export const lazyTabs =
  (label: string) =>
  <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
    lazyPart(load, name, PartFailed, <Skeleton lines={8} label={label} />)

function Areas({ current }: { current: StaffAreaName }) {
  const { maySupport, mayPay } = useStaffPermissions()
  return (
    <>
      <PendingTitle isQueueShown={current === 'submissions'} hasTitle={current !== 'payouts'} />
      <StaffNav
        current={current}
        labels={{
          submissions: <QueueTabLabel />,
          analytics: 'Live Analytics',
          ...(maySupport && { chat: <ChatTabLabel /> }),
          users: 'Registered Users',
          ...(mayPay && { payouts: <PayoutsAreaLabel />, inventory: 'Inventory', reports: 'Reports', rates: 'Rates' }),
          settings: 'Settings',
        }}
      />
    </>
  )
}
