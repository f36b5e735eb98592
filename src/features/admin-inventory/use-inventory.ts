import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isDialogOpen, isFreeKey, keyName, pressControl, singleKeys } from '#client/lib/single-keys.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import type { FormState } from '#client/ui/form.tsx'
import { type InventorySearch, itemListInput } from './inventory-search.ts'

const POLL_MS = 20_000

/** The cards that the URL names. The previous page stays visible while the next one loads. */
export function useItems(search: InventorySearch) {
  return trpc.inventory.list.useQuery(itemListInput(search), { placeholderData: keepPreviousData, ...usePolling() })
}

/** What is in stock by brand and age. */
export function useStock() {
  return trpc.inventory.stock.useQuery(undefined, usePolling())
}

export function useItem(id: string) {
  return trpc.inventory.get.useQuery({ id }, usePolling())
}

/** Reads the inventory again when the server reports a change. */
export function useItemSignals(): void {
  const readAgain = useReadAgain()
  trpc.inventory.watch.useSubscription(undefined, {
    // Changes before the subscription started, or while it was down, were not delivered.
    onStarted: readAgain,
    onData: readAgain,
  })
}

export function useReadAgain(): () => void {
  const utils = trpc.useUtils()
  return () => void utils.inventory.invalidate()
}

/** What a failed call says to staff. */
export function failureText(error: Pick<ApiError, 'data' | 'message'>): string {
  return error.data ? error.message : "We couldn't reach the server. Look at the card before you try again."
}

/**
 * The options of a mutation of a form: a failure is reported at the field that the server names, and the inventory is
 * read again.
 */
export function useOutcome<Values>(form: FormState<Values>) {
  const readAgain = useReadAgain()
  return {
    onError: (error: Pick<ApiError, 'data' | 'message'>) => {
      const field = error.data?.field?.split('.')[0]
      form.report({ message: failureText(error), ...(field && { field }) })
    },
    onSettled: readAgain,
  }
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

function usePolling() {
  const live = useLive()
  return { refetchInterval: live ? false : POLL_MS, refetchIntervalInBackground: false } as const
}
