import { useEffect, useMemo } from 'react'
import { readStored, writeStored } from '#client/lib/storage.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { reviewStatuses } from '#shared/submission.ts'
import type { Transaction } from '#shared/submission-schema.ts'

const POLL_MS = 10_000
const STALE_MS = 5_000

/** The customer's transactions, kept current. After an error merged with the stored list; undefined without both. */
export function useTransactions(customerId: string) {
  const utils = trpc.useUtils()
  const readAgain = () => void utils.transactions.list.invalidate()
  // Events before the subscription started, or while it was interrupted, were missed.
  trpc.transactions.watch.useSubscription(undefined, { onStarted: readAgain, onData: readAgain })
  const { data, error, isError, isFetching, refetch } = trpc.transactions.list.useQuery(undefined, {
    staleTime: STALE_MS,
    ...usePolling(POLL_MS),
  })

  // For offline use; sign-out clears it.
  useEffect(() => {
    if (data) writeStored(transactionsKey(customerId), data.map(toLocal))
  }, [data, customerId])

  const shown = useMemo(() => {
    if (!isError) return data
    const local = readStored(transactionsKey(customerId), parseLocal)
    return data || local?.length ? mergeTransactions(data ?? [], local ?? []) : undefined
  }, [data, isError, customerId])

  return { data: shown, error, isError, isFetching, refetch }
}

/** The part of a transaction stored in the browser: no card number, no payout details, no reason. */
const texts = ['id', 'giftCardName', 'paymentMethod', 'createdAt'] as const
const numbers = ['cardValue', 'payoutAmount', 'exchangeRate'] as const
const localFields = [...texts, ...numbers, 'status'] as const
type LocalTransaction = Pick<Transaction, (typeof localFields)[number]>

export type ShownTransaction = LocalTransaction & Partial<Omit<Transaction, keyof LocalTransaction>>

export function transactionsKey(customerId: string) {
  return `transactions_${customerId}`
}

export function toLocal(transaction: Transaction) {
  const local = Object.fromEntries(localFields.map((name) => [name, transaction[name]])) as LocalTransaction
  // The label may have an e-mail address or a tag after the colon; only the payment type is stored.
  return { ...local, paymentMethod: local.paymentMethod.split(':')[0]?.trim() ?? '' }
}

export function parseLocal(stored: unknown) {
  return Array.isArray(stored) ? stored.filter(isLocal) : undefined
}

/** Newest first. The row of the server wins. */
export function mergeTransactions(server: readonly ShownTransaction[], local: readonly LocalTransaction[]) {
  const byId = new Map<string, ShownTransaction>()
  for (const each of [...local, ...server]) byId.set(each.id, each)
  return [...byId.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}

function isLocal(row: unknown): row is LocalTransaction {
  if (typeof row !== 'object' || row === null) return false
  const fields = row as Record<keyof LocalTransaction, unknown>
  return (
    texts.every((name) => typeof fields[name] === 'string') &&
    numbers.every((name) => Number.isFinite(fields[name])) &&
    reviewStatuses.some((status) => status === fields.status) &&
    !Number.isNaN(Date.parse(String(fields.createdAt)))
  )
}
