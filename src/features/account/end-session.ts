import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useCallback } from 'react'
import { setLostSession } from '#client/lib/expired-session.ts'
import { useSetCustomer } from '#client/lib/session.ts'
import { notifyOtherTabs } from '#client/lib/session-channel.ts'
import { maySignOut } from '#client/lib/sign-out-guard.ts'
import { clearStored } from '#client/lib/storage.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'

/** Ends the session on the server, then clears the customer's data. Without an answer the customer stays signed in. */
export function useSignOut() {
  const forget = useForgetCustomer()
  const toast = useToast()
  const { mutateAsync } = trpc.account.signOut.useMutation()

  return async () => {
    if (!(await maySignOut())) return
    try {
      await mutateAsync()
    } catch {
      toast({ title: 'Error', description: "We couldn't sign you out. Please try again.", tone: 'error' })
      return
    }
    forget()
    notifyOtherTabs('signed-out')
    toast({ title: 'Signed out' })
  }
}

/** Returns a function that clears the customer, the query cache and the stored data. Makes no request. */
export function useForgetCustomer() {
  const queryClient = useQueryClient()
  const setCustomer = useSetCustomer()
  return useCallback(() => {
    setLostSession(undefined)
    setCustomer(null)
    dropReadData(queryClient)
    clearStored()
  }, [queryClient, setCustomer])
}

export function dropReadData(queryClient: QueryClient) {
  const [sessionPath] = getQueryKey(trpc.account.session)
  queryClient.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]) !== String(sessionPath) })
}
