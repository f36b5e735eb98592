import { isDialogOpen, isFreeKey, keyName, pressControl, singleKeys, useKeys } from '#client/lib/single-keys.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'

const POLL_MS = 20_000
export const useItemPolling = () => usePolling(POLL_MS)
/** Colleagues release lots and record outcomes. */
export const lotPolling = { refetchInterval: POLL_MS } as const

export function useStock() {
  return trpc.inventory.stock.useQuery(undefined, useItemPolling())
}

/** Presses the control that declares one of these keys. */
export function useControlKeys(keys: string) {
  useKeys((event) => {
    if (event.defaultPrevented || !singleKeys.areOn() || !isFreeKey(event) || isDialogOpen()) return
    const key = keyName(event)
    if (key.length === 1 && keys.includes(key) && pressControl(document, key)) event.preventDefault()
  })
}
