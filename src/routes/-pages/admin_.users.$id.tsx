import { useParams } from '@tanstack/react-router'
import { UserPage } from '#client/features/admin-users/user-page.tsx'
import { StaffPage } from '../-staff-page.tsx'

export function RegisteredUserPage() {
  const { id } = useParams({ from: '/admin_/users/$id' })
  return (
    <StaffPage title="Registered User" area="users">
      {() => <UserPage key={id} userId={id} />}
    </StaffPage>
  )
}
