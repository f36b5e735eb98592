import { createFileRoute } from '@tanstack/react-router'
import { RequireStaff } from '#client/features/admin-auth/require-staff.tsx'
import { StaffFrame } from '#client/features/admin-auth/staff-frame.tsx'
import { UserPage } from '#client/features/admin-users/user-page.tsx'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/admin_/users/$id')({
  staticData: { isStaffPage: true },
  head: () => ({
    meta: [{ title: `Registered User | ${site.brandName}` }],
  }),
  component: RegisteredUserPage,
})

function RegisteredUserPage() {
  const { id } = Route.useParams()
  return (
    <RequireStaff>
      {(staff) => (
        <StaffFrame title="Registered User" staff={staff}>
          <UserPage key={id} userId={id} />
        </StaffFrame>
      )}
    </RequireStaff>
  )
}
