import { createFileRoute } from '@tanstack/react-router'
import { UserPage } from '#client/features/admin-users/user-page.tsx'
import { StaffPage } from './-staff-page.tsx'

export const Route = createFileRoute('/admin_/users/$id')({
  staticData: { isStaffPage: true },
  head: () => ({
    meta: [{ title: 'Registered User' }],
  }),
  component: RegisteredUserPage,
})

function RegisteredUserPage() {
  const { id } = Route.useParams()
  return (
    <StaffPage title="Registered User" area="users">
      {() => <UserPage key={id} userId={id} />}
    </StaffPage>
  )
}
