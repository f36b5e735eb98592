import { readReportSearch } from '#client/features/admin-reports/report-search.ts'
import { ReportsPage } from '#client/features/admin-reports/reports-page.tsx'
import { StaffPage, useStaffSearch } from '../-staff-page.tsx'

export function ReportsRoute() {
  return (
    <StaffPage title="Reports" area="reports" payOnly="You can't see the reports">
      {() => <Reports />}
    </StaffPage>
  )
}

function Reports() {
  const [search, onSearch] = useStaffSearch('/admin/reports')
  return <ReportsPage search={readReportSearch(search)} onSearch={onSearch} />
}
