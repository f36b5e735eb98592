import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isDialogOpen, isFreeKey, keyName, pressControl, singleKeys } from '#client/lib/single-keys.ts'
import { useReadAgain } from '#client/lib/staff-changes.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import { type InventorySearch, itemListInput, type LotSearch } from './inventory-search.ts'

const POLL_MS = 20_000

export function useItems(search: InventorySearch) {
  return trpc.inventory.list.useQuery(itemListInput(search), {
    placeholderData: keepPreviousData,
    ...usePolling(POLL_MS),
  })
}

export function useStock() {
  return trpc.inventory.stock.useQuery(undefined, usePolling(POLL_MS))
}

export function useItem(id: string) {
  return trpc.inventory.get.useQuery({ id }, usePolling(POLL_MS))
}

/** Colleagues release lots and record outcomes. */
const lotPolling = { refetchInterval: POLL_MS } as const

export function useLots({ state, search, page = 1 }: LotSearch) {
  const input = { page, limit: PAYOUTS_PER_PAGE, ...(state && { state }), ...(search && { search }) }
  return trpc.lots.list.useQuery(input, { placeholderData: keepPreviousData, ...lotPolling })
}

export function useLot(id: string) {
  return trpc.lots.get.useQuery({ id }, lotPolling)
}

export function useItemSignals(): void {
  const readAgain = useReadAgain('inventory')
  trpc.inventory.watch.useSubscription(undefined, {
    // Changes before the subscription started, or while it was down, were not delivered.
    onStarted: readAgain,
    onData: readAgain,
  })
}

/** Presses the control that declares one of these keys. */
export function useControlKeys(keys: string): void {
  // Listens on the document, because the keys work without focus.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !singleKeys.areOn() || !isFreeKey(event) || isDialogOpen()) return
      const key = keyName(event)
      if (key.length === 1 && keys.includes(key) && pressControl(document, key)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [keys])
}
