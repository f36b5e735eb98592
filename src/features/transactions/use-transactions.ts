import { useEffect, useMemo } from 'react'
import { readStored, writeStored } from '#client/lib/storage.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { mergeTransactions, parseLocal, type ShownTransaction, toLocal, transactionsKey } from './local-transactions.ts'

const POLL_MS = 10_000
const STALE_MS = 5_000

export type TransactionsState = {
  transactions: ShownTransaction[] | undefined
  isLoading: boolean
  /** The server is unreachable: `transactions` is the stored list, or undefined without one. */
  isOffline: boolean
  isFetching: boolean
  retry: () => void
}

/** The orders of the signed-in customer, updated by subscription; falls back to the stored list when offline. */
export function useTransactions(customerId: string): TransactionsState {
  const live = useLive()
  const utils = trpc.useUtils()
  const readAgain = () => void utils.transactions.list.invalidate()
  // Events before the subscription started, or while it was interrupted, were missed.
  trpc.transactions.watch.useSubscription(undefined, { onStarted: readAgain, onData: readAgain })
  const { data, isError, isPending, isFetching, refetch } = trpc.transactions.list.useQuery(undefined, {
    staleTime: STALE_MS,
    refetchInterval: live ? false : POLL_MS,
    refetchIntervalInBackground: false,
  })

  // Stores the list for offline use; sign-out clears it.
  useEffect(() => {
    if (data) writeStored(transactionsKey(customerId), data.map(toLocal))
  }, [data, customerId])

  const transactions = useMemo(() => {
    if (!isError) return data
    const local = readStored(transactionsKey(customerId), parseLocal)
    return data || local?.length ? mergeTransactions(data ?? [], local ?? []) : undefined
  }, [data, isError, customerId])

  return { transactions, isLoading: isPending, isOffline: isError, isFetching, retry: () => void refetch() }
}
