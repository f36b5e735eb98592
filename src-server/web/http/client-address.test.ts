import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { limitOf } from '../../platform/rate-limits/rate-limit-config.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { clientAddress } from './client-address.ts'

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage
const trustProxy = ['127.0.0.1', '10.0.0.0/8']

test.each([
  ['203.0.113.8', '203.0.113.8'],
  ['203.0.113.8:1000', '203.0.113.8'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]:1000', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['198.51.100.1, 203.0.113.8:1000, 10.0.0.1:80', '203.0.113.8'],
  ['203.0.113.8, unknown', '127.0.0.1'],
  ['unknown', '127.0.0.1'],
  ['', '127.0.0.1'],
  ['x'.repeat(5_000), '127.0.0.1'],
  ['[203.0.113.8', '127.0.0.1'],
])('reads X-Forwarded-For: %.60s', (forwarded, address) =>
  expect(clientAddress({ trustProxy }, from('127.0.0.1', forwarded))).toBe(address),
)

test('trusts only the configured proxies', () => {
  expect(clientAddress({ trustProxy }, from('192.0.2.1', '203.0.113.8'))).toBe('192.0.2.1')
  expect(clientAddress({ trustProxy: [] }, from('127.0.0.1', '203.0.113.8'))).toBe('127.0.0.1')
})

test.each([
  ['ports', (at: number) => `203.0.113.8:${1000 + at}`],
  ['ports of IPv6', (at: number) => `[2001:db8::8]:${1000 + at}`],
  ['text', (at: number) => `visitor-${at}`],
])('counts a visitor once when the proxy adds %s', async (_, address) => {
  await using app = await createTestApp({ LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
  const { max } = limitOf('quoteNetwork')
  const quote = (at: number) =>
    app.request('POST', '/api/quote', {
      body: { cardBrand: 'apple', cardValue: 100 },
      headers: { 'x-forwarded-for': address(at) },
    })
  for (let at = 0; at < max; at++) await quote(at)
  expect((await quote(max)).statusCode).toBe(429)
})
