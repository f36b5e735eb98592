import { hasPermission } from '#shared/staff-role.ts'
import { useSession, useSetStaff } from './session.ts'
import type { ApiError } from './trpc.ts'

type StaffPermissions = { mayReview: boolean; maySupport: boolean; mayPay: boolean; isOwner: boolean }

/** For screens that hide what the role may not do; the server authorizes with the same functions. */
export function useStaffPermissions(): StaffPermissions {
  const role = useSession().staff?.role
  return {
    mayReview: role !== undefined && hasPermission(role, 'review'),
    maySupport: role !== undefined && hasPermission(role, 'support'),
    mayPay: role !== undefined && hasPermission(role, 'pay'),
    isOwner: role !== undefined && hasPermission(role, 'own'),
  }
}

/** Leads to the sign-in after a call that failed because the staff session has ended; undefined after any other. */
export function useSignInAgain(error: Pick<ApiError, 'data'> | null): (() => void) | undefined {
  const setStaff = useSetStaff()
  const code = error?.data?.code
  return code === 'unauthorized' || code === 'forbidden' ? () => setStaff(null) : undefined
}
