import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('works at once, then once for everything asked within the time', () => {
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

it('rests when nothing is asked, and works at once afterwards', () => {
  const work = vi.fn()
  const ask = throttle(1000, work)
  ask()
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(1)
  ask()
  expect(work).toHaveBeenCalledTimes(2)
})
