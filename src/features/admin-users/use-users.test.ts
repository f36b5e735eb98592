import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readUserSearch, throttle } from './use-users.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs at once, then once for all calls within the interval', () => {
  const work = vi.fn()
  const ask = throttle(1000, work)
  ask()
  expect(work).toHaveBeenCalledTimes(1)
  ask()
  ask()
  vi.advanceTimersByTime(999)
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledTimes(2)
})

it('runs at once again after an interval without calls', () => {
  const work = vi.fn()
  const ask = throttle(1000, work)
  ask()
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(1)
  ask()
  expect(work).toHaveBeenCalledTimes(2)
})

it('reads search, sort and page', () => {
  expect(readUserSearch({ search: 'dana', sort: 'trades', page: 3 })).toEqual({
    search: 'dana',
    sort: 'trades',
    page: 3,
  })
})

it('leaves out default and invalid values', () => {
  expect(readUserSearch({ search: '  ', sort: 'registered', page: 1 })).toEqual({})
  expect(readUserSearch({ sort: 'shoe size', page: '1.5', status: 'pending' })).toEqual({})
})

it('accepts a numeric search and truncates a long one', () => {
  expect(readUserSearch({ search: 5550100 })).toEqual({ search: '5550100' })
  expect(readUserSearch({ search: 'x'.repeat(300) }).search).toHaveLength(200)
})
