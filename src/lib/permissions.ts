import { hasPermission } from '#shared/staff-role.ts'
import { useSession } from './session.ts'

/** The permissions of the signed-in staff member; none without one. */
export type StaffPermissions = { mayReview: boolean; maySupport: boolean; isOwner: boolean }

/** For screens that hide what the role may not do; the server authorizes with the same functions. */
export function useStaffPermissions(): StaffPermissions {
  const role = useSession().staff?.role
  return {
    mayReview: role !== undefined && hasPermission(role, 'review'),
    maySupport: role !== undefined && hasPermission(role, 'support'),
    isOwner: role !== undefined && hasPermission(role, 'own'),
  }
}
