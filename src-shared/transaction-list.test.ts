import { expect, test } from 'vitest'
import { pickTransactions, type TransactionFilter } from './transaction-list.ts'

const orders = [
  { id: 'GCE-3', giftCardName: 'Steam', cardValue: 50, status: 'pending', createdAt: '2026-11-03T00:00:00.000Z' },
  { id: 'GCE-2', giftCardName: 'Apple', cardValue: 100, status: 'completed', createdAt: '2026-11-02T00:00:00.000Z' },
  { id: 'GCE-1', giftCardName: 'Steam', cardValue: 50, status: 'completed', createdAt: '2026-11-01T00:00:00.000Z' },
] as const

test.each<[TransactionFilter, string[]]>([
  [{}, ['GCE-3', 'GCE-2', 'GCE-1']],
  [{ sort: 'oldest' }, ['GCE-1', 'GCE-2', 'GCE-3']],
  [{ sort: 'value' }, ['GCE-2', 'GCE-3', 'GCE-1']],
  [{ status: 'completed' }, ['GCE-2', 'GCE-1']],
  [{ search: ' sTeaM ' }, ['GCE-3', 'GCE-1']],
  [{ search: 'gce-2' }, ['GCE-2']],
  [{ search: 'ＧＣＥ－２' }, ['GCE-2']],
  [{ search: 'steam', status: 'completed' }, ['GCE-1']],
  [{ search: 'zzzz' }, []],
])('picks by %j', (filter, ids) => {
  expect(pickTransactions(orders, filter).map(({ id }) => id)).toEqual(ids)
})
