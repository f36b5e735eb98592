import { describe, expect, it, test } from 'vitest'
import type { FlagKind } from '#shared/review.ts'
import { firstSubmission, neighbour, nextSubmission } from './next-submission.ts'
import { orderWarnings } from './order-warnings.ts'
import { viewingText } from './use-review.ts'

const row = (id: string, status: 'pending' | 'processing' | 'rejected' | 'registered' = 'pending') => ({ id, status })
const isViewed = () => false

describe('neighbour', () => {
  const rows = [row('a'), row('b')]
  it('returns the adjacent row, undefined beyond the ends', () => {
    expect(neighbour(rows, 'a', 1)).toBe(rows[1])
    expect(neighbour(rows, 'b', 1)).toBeUndefined()
    expect(neighbour(rows, 'a', -1)).toBeUndefined()
  })

  it('returns the first row if none is open', () => {
    expect(neighbour(rows, undefined, 1)).toBe(rows[0])
  })
})

describe('firstSubmission', () => {
  const rows = [row('a', 'rejected'), row('b'), row('c', 'processing')]
  it('returns the first open submission', () => {
    expect(firstSubmission(rows, isViewed)?.id).toBe('b')
  })

  it('skips submissions a colleague is viewing while there are others', () => {
    expect(firstSubmission(rows, (id) => id === 'b')?.id).toBe('c')
    expect(firstSubmission(rows, () => true)?.id).toBe('b')
  })

  it('returns undefined without open submissions', () => {
    expect(firstSubmission(rows.slice(0, 1), isViewed)).toBeUndefined()
  })
})

describe('nextSubmission', () => {
  it('returns the next open submission below', () => {
    const rows = [row('a'), row('b', 'rejected'), row('c', 'registered'), row('d', 'processing')]
    expect(nextSubmission(rows, 'a', isViewed)?.id).toBe('d')
  })

  it('skips approved submissions, which wait for their payout', () => {
    const approved = { ...row('b', 'processing'), payout: { state: 'ready' } } as const
    expect(nextSubmission([row('a'), approved, row('c')], 'a', isViewed)?.id).toBe('c')
    const returned = { ...row('b', 'processing'), payout: { state: 'returned' } } as const
    expect(nextSubmission([row('a'), returned, row('c')], 'a', isViewed)?.id).toBe('b')
  })

  it('skips submissions a colleague is viewing', () => {
    expect(nextSubmission([row('a'), row('b'), row('c')], 'a', (id) => id === 'b')?.id).toBe('c')
  })

  it('wraps around after the last row', () => {
    expect(nextSubmission([row('a'), row('b'), row('c')], 'c', isViewed)?.id).toBe('a')
  })

  it('returns undefined if all open submissions are being viewed', () => {
    expect(nextSubmission([row('a'), row('b')], 'a', (id) => id === 'b')).toBeUndefined()
  })

  it('returns the next row if everything is decided', () => {
    const rows = [row('a', 'rejected'), row('b', 'rejected')]
    expect(nextSubmission(rows, 'a', isViewed)?.id).toBe('b')
    expect(nextSubmission(rows, 'b', isViewed)).toBeUndefined()
  })

  it('returns the first open submission if the decided one left the list', () => {
    expect(nextSubmission([row('b'), row('c')], 'gone', isViewed)?.id).toBe('b')
  })

  describe('with a following page', () => {
    const following = [row('c'), row('d')]
    it('continues there before it wraps around', () => {
      expect(nextSubmission([row('a'), row('b')], 'b', isViewed, following)?.id).toBe('c')
      expect(nextSubmission([row('a'), row('b')], 'a', isViewed, following)?.id).toBe('b')
    })

    it('skips what a colleague is viewing there as well', () => {
      expect(nextSubmission([row('a'), row('b')], 'b', (id) => id === 'c', following)?.id).toBe('d')
    })

    it('wraps around when everything there is taken or decided', () => {
      const others = [row('c', 'rejected'), row('d')]
      expect(nextSubmission([row('a'), row('b')], 'b', (id) => id === 'd', others)?.id).toBe('a')
    })

    it('returns the first row there if everything is decided', () => {
      const rows = [row('a', 'rejected'), row('b', 'rejected')]
      expect(nextSubmission(rows, 'b', isViewed, [row('c', 'rejected')])?.id).toBe('c')
    })
  })
})

const flag = (kind: FlagKind, email = 'dana@mail.example') => ({ kind, email })
const byBank = { paymentMethod: 'bank' } as const

test('the most serious warning is first, and people count once', () => {
  const flags = [
    flag('same-payout', 'kim@mail.example'),
    flag('same-payout', 'kim@mail.example'),
    flag('same-payout', 'lee@mail.example'),
    flag('same-photo'),
    flag('same-card'),
    flag('same-card'),
  ]
  expect(orderWarnings(flags, byBank)).toEqual([
    'Same card number as 2 other orders',
    'Same photo as 1 other order',
    'Same bank account as 2 other people',
  ])
})

test('names the payout account, and counts every deleted account', () => {
  expect(orderWarnings([flag('same-payout', ''), flag('same-payout', '')], { paymentMethod: 'zelle' })).toEqual([
    'Same Zelle account as 2 other people',
  ])
  expect(orderWarnings([flag('same-payout')], byBank)).toEqual(['Same bank account as 1 other person'])
})

test('another try of the customer to sell the same card is no warning', () => {
  const flags = [{ ...flag('same-card'), ownTry: 'first' } as const, flag('same-photo')]
  expect(orderWarnings(flags, byBank)).toEqual(['Same photo as 1 other order'])
})

test('says that there may be more than the server names', () => {
  const many = Array.from({ length: 20 }, () => flag('same-card'))
  expect(orderWarnings(many, byBank)).toEqual(['Same card number as 20 or more other orders'])
})

it('names all viewers', () => {
  expect(viewingText([])).toBe('')
  expect(viewingText(['Robin Lee'])).toBe('Robin Lee is viewing')
  expect(viewingText(['Robin Lee', 'Kim'])).toBe('Robin Lee and Kim are viewing')
  expect(viewingText(['A', 'B', 'C'])).toBe('A, B and C are viewing')
})
