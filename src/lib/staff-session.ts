import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { hasPermission, type StaffPermission } from '#shared/staff-role.ts'
import { keyOf } from './read-again.ts'
import { useSession, useSetStaff } from './session.ts'
import type { ApiError } from './trpc.ts'

/** For screens that hide what the role may not do; the server authorizes with the same functions. */
export function useStaffPermissions() {
  const role = useSession().staff?.role
  const has = (permission: StaffPermission) => role !== undefined && hasPermission(role, permission)
  return { mayReview: has('review'), maySupport: has('support'), mayPay: has('pay'), isOwner: has('own') }
}

/** Leads to the sign-in after a call that failed because the staff session has ended; undefined after any other. */
export function useSignInAgain(error: Pick<ApiError, 'data'> | null) {
  const setStaff = useSetStaff()
  const code = error?.data?.code
  return code === 'unauthorized' || code === 'forbidden' ? () => setStaff(null) : undefined
}

/** Returns a function that clears the staff session and all staff queries from the cache. */
export function useForgetStaff() {
  const queryClient = useQueryClient()
  const setStaff = useSetStaff()
  return useCallback(() => {
    setStaff(null)
    queryClient.removeQueries({ queryKey: keyOf('admin') })
  }, [queryClient, setStaff])
}
