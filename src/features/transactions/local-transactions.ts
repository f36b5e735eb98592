import { reviewStatuses } from '#shared/submission.ts'
import type { Transaction } from '#shared/submission-schema.ts'

/** The part of an order stored in the browser: no card number, no payout details, no reason. */
export type LocalTransaction = Pick<
  Transaction,
  'id' | 'giftCardName' | 'cardValue' | 'payoutAmount' | 'status' | 'paymentMethod' | 'createdAt' | 'exchangeRate'
>

/** A displayed order: complete from the server, or the stored part. */
export type ShownTransaction = LocalTransaction & Partial<Omit<Transaction, keyof LocalTransaction>>

export function transactionsKey(customerId: string): string {
  return `transactions_${customerId}`
}

export function toLocal(transaction: Transaction): LocalTransaction {
  const { id, giftCardName, cardValue, payoutAmount, status, paymentMethod, createdAt, exchangeRate } = transaction
  return {
    id,
    giftCardName,
    cardValue,
    payoutAmount,
    status,
    // The label may have an e-mail address or a tag after the colon; only the payment type is stored.
    paymentMethod: paymentMethod.split(':')[0]?.trim() ?? '',
    createdAt,
    exchangeRate,
  }
}

/** Validates the stored list and drops malformed rows; undefined if it is no list. */
export function parseLocal(stored: unknown): LocalTransaction[] | undefined {
  return Array.isArray(stored) ? stored.filter(isLocal) : undefined
}

/** Merges both lists, newest first. The server's row wins. */
export function mergeTransactions(
  server: readonly ShownTransaction[],
  local: readonly LocalTransaction[],
): ShownTransaction[] {
  const byId = new Map<string, ShownTransaction>()
  for (const each of [...local, ...server]) byId.set(each.id, each)
  return [...byId.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}

function isLocal(row: unknown): row is LocalTransaction {
  if (typeof row !== 'object' || row === null) return false
  const fields = row as Record<keyof LocalTransaction, unknown>
  const texts = [fields.id, fields.giftCardName, fields.paymentMethod, fields.createdAt]
  const numbers = [fields.cardValue, fields.payoutAmount, fields.exchangeRate]
  return (
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => Number.isFinite(number)) &&
    reviewStatuses.some((status) => status === fields.status) &&
    !Number.isNaN(Date.parse(String(fields.createdAt)))
  )
}
