import { type ReactNode, useState } from 'react'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useSession } from '#client/lib/session.ts'
import { PartFailed } from '#client/ui/part-failed.tsx'
import type { StaffProfile } from '#shared/account.ts'
import { AccessDenied } from './access-denied.tsx'
import { StaffFrame } from './staff-frame.tsx'
import { StaffSignIn } from './staff-sign-in.tsx'
import { useLostStaffSession } from './use-lost-staff-session.ts'

const RequiredActionPage = lazyPart(async () => (await import('./required-action.tsx')).RequiredActionPage, PartFailed)

/**
 * A page of the staff area: its content for staff; the login form, or 'Access Denied', for everybody else; and what
 * has to be done first for staff who have to.
 */
export function RequireStaff({ title, children }: { title: string; children: (staff: StaffProfile) => ReactNode }) {
  const { customer, staff, isLoading } = useSession()
  const [wantsForm, setWantsForm] = useState(false)
  useLostStaffSession()
  if (isLoading)
    return (
      <p className="page muted" role="status">
        Loading admin dashboard...
      </p>
    )
  if (staff?.mustDo) return <RequiredActionPage staff={staff} duty={staff.mustDo} />
  if (staff)
    return (
      <StaffFrame title={title} staff={staff}>
        {children(staff)}
      </StaffFrame>
    )
  if (customer && !wantsForm) return <AccessDenied onStaffSignIn={() => setWantsForm(true)} />
  return <StaffSignIn takesFocus={wantsForm} />
}
