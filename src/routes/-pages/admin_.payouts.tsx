import { readPayoutSearch } from '#client/features/admin-payouts/payout-search.ts'
import { PayoutsPage } from '#client/features/admin-payouts/payouts-page.tsx'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { DialogFailed, PartFailed } from '#client/ui/part-failed.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import { StaffPage, useStaffSearch } from '../-staff-page.tsx'

const Problems = lazyPart(
  () => import('#client/features/card-problems/problems-view.tsx'),
  'ProblemsView',
  PartFailed,
  <Skeleton lines={8} height="2.5rem" label="Loading problems..." />,
)

const Report = lazyPart(() => import('#client/features/card-problems/report-dialog.tsx'), 'ReportDialog', DialogFailed)

export function PayoutsRoute() {
  return (
    <StaffPage title="Payouts" area="payouts" payOnly="You can't pay">
      {(staff) => <Payouts staff={staff} />}
    </StaffPage>
  )
}

function Payouts({ staff }: { staff: StaffProfile }) {
  const [search, onSearch] = useStaffSearch('/admin/payouts')
  return (
    <PayoutsPage
      staffId={staff.id}
      search={readPayoutSearch(search)}
      renderProblems={(list) => <Problems {...list} />}
      renderReport={(order) => <Report {...order} />}
      onSearch={onSearch}
    />
  )
}
