import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useCallback } from 'react'
import { setLostSession } from '#client/lib/expired-session.ts'
import { useSetCustomer } from '#client/lib/session.ts'
import { clearStored } from '#client/lib/storage.ts'
import { trpc } from '#client/lib/trpc.ts'

/** Returns a function that clears the customer, the query cache and the stored data. Makes no request. */
export function useForgetCustomer(): () => void {
  const queryClient = useQueryClient()
  const setCustomer = useSetCustomer()
  return useCallback(() => {
    setLostSession(undefined)
    setCustomer(null)
    dropReadData(queryClient)
    clearStored()
  }, [queryClient, setCustomer])
}

/** Removes all queries from the cache except the session query. */
export function dropReadData(queryClient: QueryClient): void {
  const [sessionPath] = getQueryKey(trpc.account.session)
  queryClient.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]) !== String(sessionPath) })
}
