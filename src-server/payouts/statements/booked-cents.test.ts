import { expect, test } from 'vitest'
import { hasMoved } from './booked-cents.ts'
import type { BookedPayout } from './match-queries.ts'

const payout: BookedPayout = {
  ...{
    id: 'PO-1',
    amount_cents: 9200,
    returned_cents: null,
    fee_cents: null,
    provider: 'paypal',
    method_type: 'paypal' as const,
  },
  ...{ state: 'ready' as const, sent_at: null, ended_at: '2026-11-20T10:00:00.000Z' },
}
const sent_at = '2026-11-20T09:00:00.000Z'

test('the money of a failed payout has moved, there and back, only if it was sent', () => {
  for (const direction of ['out', 'back'] as const) {
    expect(hasMoved({ ...payout, state: 'failed' }, direction), direction).toBe(false)
    expect(hasMoved({ ...payout, state: 'failed', sent_at }, direction), direction).toBe(true)
  }
})

test('a paid payout has left, a returned one came back, and a set-off moves nothing', () => {
  const moves = (changes: Partial<BookedPayout>) =>
    (['out', 'back'] as const).map((direction) =>
      hasMoved({ ...payout, state: 'ready', sent_at, ...changes }, direction),
    )
  expect(moves({})).toEqual([false, false])
  expect(moves({ state: 'paid' })).toEqual([true, false])
  expect(moves({ state: 'returned' })).toEqual([true, true])
  expect(moves({ state: 'paid', provider: 'set-off' })).toEqual([false, false])
})
