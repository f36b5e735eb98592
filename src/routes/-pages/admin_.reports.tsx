import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readReportSearch } from '#client/features/admin-reports/report-search.ts'
import { ReportsPage } from '#client/features/admin-reports/reports-page.tsx'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { StateMessage } from '#client/ui/state-message.tsx'
import { StaffPage } from '../-staff-page.tsx'

type Search = Record<string, unknown>

export function ReportsRoute(): ReactNode {
  return (
    <StaffPage title="Reports" area="reports">
      {() => <Reports />}
    </StaffPage>
  )
}

/** Says so to staff without the permission; the server rejects their calls. */
function Reports() {
  const search: Search = useSearch({ from: '/admin_/reports' })
  const navigate = useNavigate({ from: '/admin/reports' })
  const { mayPay } = useStaffPermissions()
  if (!mayPay) return <StateMessage title="You can't see the reports">Ask an owner.</StateMessage>
  return (
    <ReportsPage
      search={readReportSearch(search)}
      onSearch={(next, replace = false) => void navigate({ search: next, replace, resetScroll: false })}
    />
  )
}
