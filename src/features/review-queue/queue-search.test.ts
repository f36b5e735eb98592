import { describe, expect, it } from 'vitest'
import { readQueueSearch } from './queue-search.ts'

describe('readQueueSearch', () => {
  it('keeps a status, a search and a page', () => {
    expect(readQueueSearch({ status: 'rejected', search: 'GCE-1', page: 3 })).toEqual({
      status: 'rejected',
      search: 'GCE-1',
      page: 3,
    })
  })

  it('leaves out what means the whole queue from its start', () => {
    expect(readQueueSearch({ status: 'all', search: '  ', page: 1 })).toEqual({})
  })

  it('leaves out a status staff cannot set', () => {
    expect(readQueueSearch({ status: 'registered' })).toEqual({})
  })

  it('searches for digits the router has read as a number', () => {
    expect(readQueueSearch({ search: 7301 })).toEqual({ search: '7301' })
  })

  it('ignores a page that is no whole number and cuts a very long search', () => {
    expect(readQueueSearch({ page: '1.5', search: 'x'.repeat(300) })).toEqual({ search: 'x'.repeat(200) })
  })

  it('knows the review view and the submission open in it', () => {
    expect(readQueueSearch({ view: 'review', id: 'GCE-1' })).toEqual({ view: 'review', id: 'GCE-1' })
    expect(readQueueSearch({ view: 'cards', id: 'GCE-1' })).toEqual({})
    expect(readQueueSearch({ view: 'review', id: 7 })).toEqual({ view: 'review' })
  })
})
