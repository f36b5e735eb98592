import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useSetCustomer } from '#client/lib/session.ts'
import { clearStored } from '#client/lib/storage.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { accountWords } from '#shared/account.ts'

/**
 * Signs the customer out: ends the session on the server, then forgets everything read or kept for them. When the
 * server cannot be reached they are told and stay signed in.
 */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient()
  const setCustomer = useSetCustomer()
  const toast = useToast()
  const { mutateAsync } = trpc.account.signOut.useMutation()

  return async () => {
    try {
      await mutateAsync()
    } catch {
      toast({ title: 'Error', description: 'We could not sign you out. Please try again.', tone: 'error' })
      return
    }
    setCustomer(null)
    const [sessionPath] = getQueryKey(trpc.account.session)
    queryClient.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]) !== String(sessionPath) })
    clearStored()
    toast({ title: accountWords.signedOut })
  }
}
