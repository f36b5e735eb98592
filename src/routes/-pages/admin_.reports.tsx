import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readReportSearch } from '#client/features/admin-reports/report-search.ts'
import { ReportsPage } from '#client/features/admin-reports/reports-page.tsx'
import { StaffPage } from '../-staff-page.tsx'

type Search = Record<string, unknown>

export function ReportsRoute(): ReactNode {
  return (
    <StaffPage title="Reports" area="reports" payOnly="You can't see the reports">
      {() => <Reports />}
    </StaffPage>
  )
}

function Reports() {
  const search: Search = useSearch({ from: '/admin_/reports' })
  const navigate = useNavigate({ from: '/admin/reports' })
  return (
    <ReportsPage
      search={readReportSearch(search)}
      onSearch={(next, replace = false) => void navigate({ search: next, replace, resetScroll: false })}
    />
  )
}
