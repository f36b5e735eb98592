import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttle } from './use-users.ts'

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
