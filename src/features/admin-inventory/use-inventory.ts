import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'

const POLL_MS = 20_000
export const useItemPolling = () => usePolling(POLL_MS)
/** Colleagues release lots and record outcomes. */
export const lotPolling = { refetchInterval: POLL_MS } as const

export function useStock() {
  return trpc.inventory.stock.useQuery(undefined, useItemPolling())
}
