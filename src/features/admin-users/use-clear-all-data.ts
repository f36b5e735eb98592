import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useSetStaff } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { clearMessages } from '#shared/registered-user.ts'
import { site } from '#shared/site.ts'

const RELOAD_AFTER_MS = 1_000

/** Clears all data on the server, then everything of ours in this browser; signs staff out here and starts afresh. */
export function useClearAllData() {
  const setStaff = useSetStaff()
  const queryClient = useQueryClient()
  const toast = useToast()
  const signOut = trpc.admin.session.signOut.useMutation()
  return trpc.admin.data.clearAll.useMutation({
    onSuccess: async () => {
      toast({ title: clearMessages.cleared })
      forgetStored()
      // The staff session lasts; who cleared everything leaves it, and whoever cannot be reached is left anyway.
      await signOut.mutateAsync().catch(() => undefined)
      setStaff(null)
      queryClient.removeQueries({ queryKey: getQueryKey(trpc.admin) })
      setTimeout(() => location.reload(), RELOAD_AFTER_MS)
    },
    onError: () => toast({ title: 'Error', description: clearMessages.failed, tone: 'error' }),
  })
}

/** Every key of the product, how this device is set included: the browser is as new. */
function forgetStored(): void {
  try {
    const ours = Object.keys(localStorage).filter((key) => key.startsWith(site.storagePrefix))
    for (const key of ours) localStorage.removeItem(key)
  } catch {
    // Without storage nothing is stored.
  }
}
