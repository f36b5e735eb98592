import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-support/test-clock.ts'
import { networkOf } from './network-of.ts'
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
  expect(throttle.passes('10000')).toBe(false)
  expect(throttle.passes('0')).toBe(true)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['2001:db8:0:5:6:7:8:9', '2001:db8:0:5'],
  ['2001:db8::5:6:7:8:9', '2001:db8:0:5'],
  ['2001:0DB8:0000:0005::1', '2001:db8:0:5'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
])('%s belongs to the network %s', (ip, network) => expect(networkOf(ip)).toBe(network))

test('returns a text that is not an address unchanged', () => {
  for (const text of ['', 'unknown', ':::', '1:2:3', '1::2::3', '1:2:3:4:5:6:7:8:9', 'g::1'])
    expect(networkOf(text)).toBe(text)
})
