import { hasPermission } from '#shared/staff-role.ts'
import { useSession } from './session.ts'

/** What the role of the member of staff who is signed in permits; nothing while there is none. */
export type StaffPermissions = { mayReview: boolean; maySupport: boolean; isOwner: boolean }

/** Asked by every screen before it offers what only some roles may do; the server decides by the same functions. */
export function useStaffPermissions(): StaffPermissions {
  const role = useSession().staff?.role
  return {
    mayReview: role !== undefined && hasPermission(role, 'review'),
    maySupport: role !== undefined && hasPermission(role, 'support'),
    isOwner: role !== undefined && hasPermission(role, 'own'),
  }
}
