import { expect, test } from 'vitest'
import { tagEvents } from './tracking.ts'
import { minutesText, usualDecision } from './tracking-messages.ts'
import { pickTransactions, type TransactionFilter } from './transaction-list.ts'

const card = { cardBrand: 'apple', cardValue: 100, payoutAmount: 92 }
const params = { card_brand: 'apple', card_value: 100, payout_amount: 92 }
const submission = { kind: 'order', submissionId: 'GCE-1', ...card } as const
const both = { analytics: true, conversionSendTo: 'AW-1/label' }

test('reports a submission as a submit event and a conversion with the specified payload', () => {
  expect(tagEvents(both, submission)).toEqual([
    { name: 'submit', params },
    {
      name: 'conversion',
      params: { send_to: 'AW-1/label', value: 92, currency: 'USD', transaction_id: 'GCE-1', ...params },
    },
  ])
})

test('reports a quote to analytics and not as a conversion', () => {
  expect(tagEvents(both, { kind: 'quote', ...card })).toEqual([{ name: 'quote', params }])
})

test('reports nothing that is not configured', () => {
  expect(tagEvents({ analytics: false, conversionSendTo: 'AW-1/label' }, { kind: 'quote', ...card })).toEqual([])
  expect(tagEvents({ analytics: true, conversionSendTo: null }, submission).map(({ name }) => name)).toEqual(['submit'])
})

const measured = { usualMinutes: 12, mostMinutes: 31, samples: 120 }

test('says of which cards the times are', () => {
  expect(usualDecision({ ...measured, basis: 'brand' }, 'Apple')).toBe(
    'Apple cards are usually decided within 12 minutes, 9 of 10 within 31 minutes (the last 120).',
  )
  expect(usualDecision({ ...measured, basis: 'category' }, 'Apple')).toMatch(/^Cards of this kind are/)
  expect(usualDecision({ ...measured, basis: 'all' }, 'Apple')).toMatch(/^Cards are/)
})

test('says nothing measured where a promise applies', () => {
  expect(usualDecision({ ...measured, basis: 'promise' }, 'Apple')).toBeUndefined()
})

test('counts long times in hours', () => {
  expect([1, 119, 120, 121].map(minutesText)).toEqual(['1 minute', '119 minutes', '2 hours', '3 hours'])
})

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
