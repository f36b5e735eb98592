import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createLog } from '../../platform/logging/logger.ts'
import { aPayout } from '../../testing/test-support/fake-paypal/a-payout.ts'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { fakePayPalOfFile } from '../../testing/test-support/paypal-site.ts'
import { createTestClock } from '../../testing/test-support/test-clock.ts'
import { createPayPalClient } from './paypal-client.ts'

const fake = await fakePayPalOfFile()

/** How many tokens the fake is asked for during `work`. */
async function tokensFor(work: () => Promise<unknown>): Promise<number> {
  const before = (await fake.books()).tokenRequests
  await work()
  return (await fake.books()).tokenRequests - before
}

test('one token serves calls at the same time and the calls after them', async () => {
  const client = createPayPalClient(fake.config)
  const first = await tokensFor(async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => client.createPayout(aPayout())))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(5).fill('accepted'))
  })
  expect(first).toBe(1)
  expect(await tokensFor(() => client.createPayout(aPayout()))).toBe(0)
})

test('a token is renewed a minute before its end', async () => {
  const clock = createTestClock()
  const client = createPayPalClient(fake.config, { clock })
  await client.createPayout(aPayout())
  clock.advance((32_400 - 61) * 1000)
  expect(await tokensFor(() => client.createPayout(aPayout()))).toBe(0)
  clock.advance(2000)
  expect(await tokensFor(() => client.createPayout(aPayout()))).toBe(1)
})

test('a token that PayPal has revoked is renewed, and the payout is requested with the new one', async () => {
  const client = createPayPalClient(fake.config)
  await client.createPayout(aPayout())
  await fake.revokeTokens()
  const payout = aPayout()
  expect(
    await tokensFor(async () => expect(await client.createPayout(payout)).toMatchObject({ outcome: 'accepted' })),
  ).toBe(1)
  expect((await fake.books()).posts[payout.key]).toBe(2)
})

test('a token that PayPal rejects again is renewed once only', async () => {
  const client = createPayPalClient(fake.config)
  const payout = aPayout()
  await fake.fail({ operation: 'create', when: 'before', status: 401, times: 10 })
  expect(await client.createPayout(payout)).toEqual({
    outcome: 'sender-refused',
    problem: 'credentials',
    error: undefined,
  })
  expect((await fake.books()).posts[payout.key]).toBe(2)
})

test('a fake that was killed has forgotten its tokens, and the client gets another', async () => {
  await using other = await startFakePayPal()
  const client = createPayPalClient(other.config)
  await client.createPayout(aPayout())
  await other.kill()
  await other.start()
  // The first request can meet the connection that the kill has closed.
  await expect.poll(async () => (await client.createPayout(aPayout())).outcome).toBe('accepted')
})

test.each([
  [{ status: 500 }, { outcome: 'unknown', reason: 'server-error' }],
  [
    { status: 429, headers: { 'retry-after': '9' } },
    { outcome: 'unknown', reason: 'rate-limited', retryAfterSeconds: 9 },
  ],
  [{ how: 'close' }, { outcome: 'unknown', reason: 'connection' }],
  [
    { status: 200, body: '{}' },
    { outcome: 'unknown', reason: 'unreadable' },
  ],
  [
    { status: 200, body: '{"access_token":"a\\nb","expires_in":100}' },
    { outcome: 'unknown', reason: 'unreadable' },
  ],
  [
    { status: 404, body: '{"name":"INSUFFICIENT_FUNDS"}' },
    { outcome: 'unknown', reason: 'unreadable' },
  ],
  [
    { status: 400, body: '{"error":"invalid_client"}' },
    { outcome: 'sender-refused', problem: 'credentials' },
  ],
] as const)('without a token no payout is requested: %j', async (fault, expected) => {
  const client = createPayPalClient(fake.config)
  const payout = aPayout()
  await fake.fail({ operation: 'token', when: 'before', ...fault })
  expect(await client.createPayout(payout)).toMatchObject(expected)
  expect((await fake.books()).posts[payout.key]).toBeUndefined()
  expect(await client.createPayout(payout)).toMatchObject({ outcome: 'accepted' })
})

test('no result, log line or inspected client contains the client secret, a token or the receiver', async () => {
  await using fake = await startFakePayPal()
  const { clientId, clientSecret } = fake.config
  const client = createPayPalClient(fake.config)
  const payout = aPayout({ receiver: 'invalid@mail.example' })
  const results: unknown[] = []
  const requestAll = async () => {
    results.push(await client.createPayout(payout), await client.createPayout(aPayout()), await client.lookUp('NONE'))
    results.push(await client.verifyWebhook({}, Buffer.from('{}')))
  }
  await requestAll()
  // PayPal repeats what it was sent.
  const echo = JSON.stringify({
    name: 'VALIDATION_ERROR',
    message: `${clientSecret} ${payout.receiver}`,
    debug_id: `${clientSecret} ${payout.receiver}`,
    details: [{ field: `items[0].receiver`, issue: `${clientSecret} ${payout.receiver}` }],
  })
  for (const operation of ['token', 'create', 'batch'] as const)
    for (const fault of [
      { status: 400, body: echo },
      { status: 401, body: echo },
      { status: 403, body: echo },
      { status: 500, body: echo },
      { status: 201, body: echo },
      { how: 'close' },
      { how: 'cut' },
    ] as const) {
      await fake.revokeTokens()
      await fake.fail({ operation, when: 'before', times: 3, ...fault })
      await requestAll()
      await fake.endFaults()
    }
  await fake.kill()
  await requestAll()

  const lines: string[] = []
  const log = createLog({ logLevel: 'debug', nodeName: undefined }, { write: (line) => lines.push(line) })
  for (const result of results) log.warn({ result }, 'result')
  log.warn({ client }, 'client')
  const text = lines.join('') + inspect([results, client], { depth: null, showHidden: true })
  expect(results).toContainEqual(expect.objectContaining({ outcome: 'receiver-refused' }))
  expect(results).toContainEqual(expect.objectContaining({ problem: 'credentials' }))
  for (const secret of [clientSecret, btoa(`${clientId}:${clientSecret}`), 'A21AA', payout.receiver])
    expect(text).not.toContain(secret)
})
