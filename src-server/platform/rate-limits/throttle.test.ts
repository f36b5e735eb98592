import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-support/test-clock.ts'
import { createThrottle } from './throttle.ts'

test('a key passes once per interval, independently of other keys', () => {
  const clock = createTestClock()
  const throttle = createThrottle(clock, 1_000)
  expect(throttle.passes('one')).toBe(true)
  expect(throttle.passes('one')).toBe(false)
  expect(throttle.passes('other')).toBe(true)
  clock.advance(999)
  expect(throttle.passes('one')).toBe(false)
  clock.advance(1)
  expect(throttle.passes('one')).toBe(true)
})

test('evicts the oldest keys above the maximum and still rejects the newest', () => {
  const throttle = createThrottle(createTestClock(), 1_000)
  for (let at = 0; at < 10_001; at++) throttle.passes(`${at}`)
  expect(throttle.passes('50000')).toBe(false)
  expect(throttle.passes('0')).toBe(true)
})
