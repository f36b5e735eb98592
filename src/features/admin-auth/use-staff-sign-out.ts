import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useCallback } from 'react'
import { useSetStaff } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'

/** Returns a function that clears the staff session and all staff queries from the cache. */
export function useForgetStaff(): () => void {
  const queryClient = useQueryClient()
  const setStaff = useSetStaff()
  return useCallback(() => {
    setStaff(null)
    queryClient.removeQueries({ queryKey: getQueryKey(trpc.admin) })
  }, [queryClient, setStaff])
}

/** `signOut` asks the server first and shows a toast when that fails. `leave` is for a session that has ended. */
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
