import { describe, expect, it } from 'vitest'
import { readQueueSearch } from './queue-search.ts'

describe('readQueueSearch', () => {
  it('reads status, search and page', () => {
    expect(readQueueSearch({ status: 'rejected', search: 'GCE-1', page: 3 })).toEqual({
      status: 'rejected',
      search: 'GCE-1',
      page: 3,
    })
  })

  it('drops default values', () => {
    expect(readQueueSearch({ status: 'all', search: '  ', page: 1 })).toEqual({})
  })

  it('drops a status that staff cannot set', () => {
    expect(readQueueSearch({ status: 'registered' })).toEqual({})
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
    expect(readQueueSearch({ view: 'review', id: 7 })).toEqual({ view: 'review' })
  })
})
