import { createFileRoute } from '@tanstack/react-router'
import { RequireStaff } from '#client/features/admin-auth/require-staff.tsx'
import { StaffFrame } from '#client/features/admin-auth/staff-frame.tsx'
import { readPayoutSearch } from '#client/features/admin-payouts/payout-search.ts'
import { PayoutsPage } from '#client/features/admin-payouts/payouts-page.tsx'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import { site } from '#shared/site.ts'

type Search = Record<string, unknown>

export const Route = createFileRoute('/admin_/payouts')({
  staticData: { isStaffPage: true },
  // The page parses the search, because this function is part of the code of every page.
  validateSearch: (raw: Search) => raw,
  head: () => ({
    meta: [{ title: `Payouts | ${site.brandName}` }],
  }),
  component: PayoutsRoute,
})

function PayoutsRoute() {
  return <RequireStaff>{(staff) => <Payouts staff={staff} />}</RequireStaff>
}

/** Says so to staff without the permission; the server rejects their calls. */
function Payouts({ staff }: { staff: StaffProfile }) {
  const search: Search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { mayPay } = useStaffPermissions()
  return (
    <StaffFrame title="Payouts" staff={staff}>
      {mayPay ? (
        <PayoutsPage
          staffId={staff.id}
          search={readPayoutSearch(search)}
          onSearch={(next, replace = false) => void navigate({ search: next, replace, resetScroll: false })}
        />
      ) : (
        <StateMessage title="You can't pay">Ask an owner.</StateMessage>
      )}
    </StaffFrame>
  )
}
