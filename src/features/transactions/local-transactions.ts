import { reviewStatuses } from '#shared/submission.ts'
import type { Transaction } from '#shared/submission-schema.ts'

/** What is kept in the browser of an order: no card number, no payout details, no reason. */
export type LocalTransaction = Pick<
  Transaction,
  'id' | 'giftCardName' | 'cardValue' | 'payoutAmount' | 'status' | 'paymentMethod' | 'createdAt' | 'exchangeRate'
>

/** An order on screen: complete from the server, or only what was kept. */
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
    // The label can hold an e-mail address or a tag after the colon; only the kind of payment is kept.
    paymentMethod: paymentMethod.split(':')[0]?.trim() ?? '',
    createdAt,
    exchangeRate,
  }
}

/** The kept list, without rows that are not (or no longer) of our shape; undefined when it is no list at all. */
export function parseLocal(stored: unknown): LocalTransaction[] | undefined {
  return Array.isArray(stored) ? stored.filter(isLocal) : undefined
}

/** Both lists as one, newest first; of an order in both, the server's row counts. */
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
