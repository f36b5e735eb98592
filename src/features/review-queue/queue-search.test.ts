import { describe, expect, it } from 'vitest'
import { waiting } from './order-tags.tsx'
import { countSince, newestOf } from './pending-title.tsx'
import { pageStats } from './queue-page.tsx'
import { offeredSorts, readQueueSearch, shownFilter, shownSort } from './queue-search.ts'
import { formatCardCode } from './submission-facts.tsx'

describe('readQueueSearch', () => {
  it('reads status, search and page', () => {
    expect(readQueueSearch({ status: 'rejected', search: 'GCE-1', page: 3 })).toEqual({
      status: 'rejected',
      search: 'GCE-1',
      page: 3,
    })
  })

  it('drops default and unknown values', () => {
    expect(readQueueSearch({ status: 'paid', search: '  ', page: 1, sort: 'cheapest' })).toEqual({})
  })

  it('reads the filters beyond a status, and the order', () => {
    for (const status of ['all', 'open', 'registered']) expect(readQueueSearch({ status })).toEqual({ status })
    expect(readQueueSearch({ sort: 'value' })).toEqual({ sort: 'value' })
  })

  it('reads a number from the router as search text', () => {
    expect(readQueueSearch({ search: 7301 })).toEqual({ search: '7301' })
  })

  it('ignores an invalid page and truncates a long search', () => {
    expect(readQueueSearch({ page: '1.5', search: 'x'.repeat(300) })).toEqual({ search: 'x'.repeat(200) })
  })

  it('reads the review view and its open submission', () => {
    expect(readQueueSearch({ view: 'review', id: 'GCE-1' })).toEqual({ view: 'review', id: 'GCE-1' })
    expect(readQueueSearch({ view: 'cards', id: 'GCE-1' })).toEqual({})
    expect(readQueueSearch({ view: 'review', id: ['GCE-1'] })).toEqual({ view: 'review' })
  })
})

describe('shownFilter and shownSort', () => {
  it('show what needs a decision, the first due first, when nothing is chosen', () => {
    expect([shownFilter({}), shownSort({})]).toEqual(['open', 'due'])
    expect(shownSort({ status: 'pending' })).toBe('due')
    expect(shownSort({ status: 'processing' })).toBe('due')
    expect(shownSort({ status: 'approved' })).toBe('oldest')
  })

  it('show all others newest first', () => {
    for (const status of ['all', 'completed', 'rejected', 'failed', 'registered'] as const)
      expect(shownSort({ status })).toBe('newest')
  })

  it('search in all submissions unless a filter is chosen', () => {
    expect([shownFilter({ search: 'dana' }), shownSort({ search: 'dana' })]).toEqual(['all', 'newest'])
    expect(shownFilter({ search: 'dana', status: 'open' })).toBe('open')
  })

  it('fall back from an order that the filter does not offer', () => {
    expect(shownSort({ status: 'open', sort: 'risk' })).toBe('risk')
    expect(shownSort({ status: 'completed', sort: 'risk' })).toBe('newest')
    expect(offeredSorts('completed')).toEqual(['oldest', 'newest', 'value'])
  })
})

it('counts completed and pending submissions and sums payouts to the cent', () => {
  expect(
    pageStats([
      { status: 'pending', payoutAmount: 0.1 },
      { status: 'pending', payoutAmount: 0.2 },
      { status: 'completed', payoutAmount: 92.5 },
      { status: 'rejected', payoutAmount: 10 },
      { status: 'registered', payoutAmount: 0 },
    ]),
  ).toEqual({ completed: 1, pending: 2, payouts: 102.8 })
})

it('returns zeros for an empty page', () => {
  expect(pageStats([])).toEqual({ completed: 0, pending: 0, payouts: 0 })
})

const createdAt = '2025-06-01T12:00:00.000Z'
const dueAt = '2025-06-01T13:00:00.000Z'
const atMinute = (minutes: number) => Date.parse(createdAt) + minutes * 60_000

it.each([
  [0, 'fresh'],
  [29.9, 'fresh'],
  [30, 'late'],
  [59.9, 'late'],
  [60, 'overdue'],
] as const)('a pending submission after %s minutes is %s', (minutes, expected) => {
  expect(waiting({ status: 'pending', createdAt, dueAt }, atMinute(minutes))).toBe(expected)
})

it('counts a submission in processing as waiting', () => {
  expect(waiting({ status: 'processing', createdAt, dueAt }, atMinute(45))).toBe('late')
})

it('follows its own due time', () => {
  const slow = { status: 'pending', createdAt, dueAt: '2025-06-01T15:00:00.000Z' } as const
  expect([89, 90, 179, 180].map((minute) => waiting(slow, atMinute(minute)))).toEqual([
    'fresh',
    'late',
    'late',
    'overdue',
  ])
})

it('is fresh while it waits for its customer', () => {
  expect(waiting({ status: 'processing', createdAt }, atMinute(500))).toBe('fresh')
})

it('returns none for a decided submission', () => {
  expect(waiting({ status: 'completed', createdAt }, atMinute(500))).toBe('none')
  const payout = { id: 'PO-1', state: 'ready' as const, holds: [] }
  expect(waiting({ status: 'processing', createdAt, payout }, atMinute(500))).toBe('none')
  expect(waiting({ status: 'registered', createdAt }, atMinute(500))).toBe('none')
})

const at = (minute: number) => ({ createdAt: `2025-06-01T12:0${minute}:00.000Z` })

it('finds the newest in any order', () => {
  expect(newestOf([at(1), at(3), at(2)])).toBe(at(3).createdAt)
  expect(newestOf([])).toBe('')
})

it('counts submissions after the last visit', () => {
  expect(countSince([at(3), at(2), at(1)], at(1).createdAt, 15)).toBe('2')
  expect(countSince([at(3)], at(3).createdAt, 15)).toBe('')
})

it('adds a plus sign when the whole page is new', () => {
  expect(countSince([at(3), at(2)], at(1).createdAt, 2)).toBe('2+')
})

it('groups long codes by four without a trailing space', () => {
  expect(formatCardCode('6395058177230040')).toBe('6395 0581 7723 0040')
  expect(formatCardCode('X7KQ2MN84')).toBe('X7KQ 2MN8 4')
})

it('keeps short codes and codes with punctuation unchanged', () => {
  expect(formatCardCode('1234')).toBe('1234')
  expect(formatCardCode('ABCD-EFGH-12')).toBe('ABCD-EFGH-12')
})
