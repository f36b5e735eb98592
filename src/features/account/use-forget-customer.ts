import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useCallback } from 'react'
import { setLostSession } from '#client/lib/expired-session.ts'
import { useSetCustomer } from '#client/lib/session.ts'
import { clearStored } from '#client/lib/storage.ts'
import { trpc } from '#client/lib/trpc.ts'

/** Forgets the customer and everything read or kept for them in this browser; the server is not asked. */
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

/** Drops everything that was read from the server, but for who is signed in. */
export function dropReadData(queryClient: QueryClient): void {
  const [sessionPath] = getQueryKey(trpc.account.session)
  queryClient.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]) !== String(sessionPath) })
}
