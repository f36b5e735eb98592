import { describe, expect, it } from 'vitest'
import { offeredSorts, readQueueSearch, shownFilter, shownSort } from './queue-search.ts'

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
