import { useEffect, useMemo } from 'react'
import { readStored, writeStored } from '#client/lib/storage.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { mergeTransactions, parseLocal, type ShownTransaction, toLocal, transactionsKey } from './local-transactions.ts'

const POLL_MS = 10_000
const STALE_MS = 5_000

/**
 * The orders of the signed-in customer, updated by subscription. After an error, `data` is merged with the stored list,
 * or undefined if both are missing.
 */
export function useTransactions(customerId: string) {
  const live = useLive()
  const utils = trpc.useUtils()
  const readAgain = () => void utils.transactions.list.invalidate()
  // Events before the subscription started, or while it was interrupted, were missed.
  trpc.transactions.watch.useSubscription(undefined, { onStarted: readAgain, onData: readAgain })
  const { data, error, isError, isFetching, refetch } = trpc.transactions.list.useQuery(undefined, {
    staleTime: STALE_MS,
    refetchInterval: live ? false : POLL_MS,
    refetchIntervalInBackground: false,
  })

  // Stores the list for offline use; sign-out clears it.
  useEffect(() => {
    if (data) writeStored(transactionsKey(customerId), data.map(toLocal))
  }, [data, customerId])

  const shown = useMemo((): ShownTransaction[] | undefined => {
    if (!isError) return data
    const local = readStored(transactionsKey(customerId), parseLocal)
    return data || local?.length ? mergeTransactions(data ?? [], local ?? []) : undefined
  }, [data, isError, customerId])

  return { data: shown, error, isError, isFetching, refetch }
}
