import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useCallback } from 'react'
import { useSetStaff } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'

/** Leaves nothing in the browser that staff have read. */
export function useForgetStaff(): () => void {
  const queryClient = useQueryClient()
  const setStaff = useSetStaff()
  return useCallback(() => {
    setStaff(null)
    queryClient.removeQueries({ queryKey: getQueryKey(trpc.admin) })
  }, [queryClient, setStaff])
}

/**
 * Two ways out of the staff area, after which nothing staff have read stays in the browser: `signOut` leaves once
 * the server has ended the session and says so when it could not; `leave` is for a session that is over anyway.
 */
export function useStaffSignOut() {
  const forget = useForgetStaff()
  const toast = useToast()
  const { mutate, isPending } = trpc.admin.session.signOut.useMutation()

  const leave = useCallback(() => {
    forget()
    mutate()
  }, [forget, mutate])

  const signOut = () => {
    const onError = () =>
      toast({ title: 'Error', description: 'You could not be signed out. Please try again.', tone: 'error' })
    mutate(undefined, { onSuccess: forget, onError })
  }

  return { signOut, leave, isSigningOut: isPending }
}
