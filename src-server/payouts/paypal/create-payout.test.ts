import { expect, test, vi } from 'vitest'
import { aPayout } from '../../testing/test-support/fake-paypal/a-payout.ts'
import { type Fault, startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { fakePayPalOfFile } from '../../testing/test-support/paypal-site.ts'
import { createPayPalClient } from './paypal-client.ts'

/** Every row of the table of answers, over real sockets. */

/** Shorter than the product's, for faults that never answer. */
const IMPATIENT_MS = 200

const fake = await fakePayPalOfFile({ duplicateLinks: true, senderError: null, openingBalanceCents: 100_000_000 })
const client = createPayPalClient(fake.config)
const impatient = createPayPalClient(fake.config, { timeoutMs: IMPATIENT_MS })

/** What the fake has of a payout, and how often it was asked for it. */
async function inBooks({ key }: { key: string }) {
  const { batches, posts } = await fake.books()
  return { items: batches.filter((batch) => batch.key === key), posts: posts[key] ?? 0 }
}

test('an accepted payout names its batch and pays the amount once, in one item', async () => {
  const payout = aPayout()
  const outcome = await client.createPayout(payout)
  const { items, posts } = await inBooks(payout)
  expect(posts).toBe(1)
  expect(items).toMatchObject([
    {
      emailSubject: 'Your payout from Gift Card Exchange',
      item: {
        recipientType: 'EMAIL',
        receiver: 'dana@mail.example',
        payoutId: payout.payoutId,
        note: payout.note,
        amountCents: 9200,
        feeCents: 184,
      },
    },
  ])
  expect(outcome).toEqual({ outcome: 'accepted', batchId: items[0]?.batchId })
})

test.each([1, 5, 99, 100, 101, 100_050, 9_999_999])('pays exactly %i cents', async (amountCents) => {
  const payout = aPayout({ amountCents })
  await client.createPayout(payout)
  expect((await inBooks(payout)).items[0]?.item.amountCents).toBe(amountCents)
})

test('a repeated key is a duplicate that names the batch of the first request, and pays nothing', async () => {
  const payout = aPayout()
  const first = await client.createPayout(payout)
  const second = await client.createPayout({ ...payout, isRepeat: true })
  expect(second).toEqual({ ...first, outcome: 'duplicate' })
  expect(await inBooks(payout)).toMatchObject({ items: [{}], posts: 2 })
})

test('a duplicate whose answer does not name the batch has its own result', async () => {
  const payout = aPayout()
  await client.createPayout(payout)
  await fake.set({ duplicateLinks: false })
  expect(await client.createPayout({ ...payout, isRepeat: true })).toEqual({ outcome: 'duplicate-without-link' })
})

test.each([
  ['EMAIL', 'invalid@mail.example'],
  ['EMAIL', 'no address'],
  ['PHONE', 'dana@mail.example'],
] as const)('a receiver that PayPal rejects is refused: %s %s', async (recipientType, receiver) => {
  const payout = aPayout({ recipientType, receiver })
  expect(await client.createPayout(payout)).toEqual({
    outcome: 'receiver-refused',
    error: { name: 'VALIDATION_ERROR', debugId: expect.stringMatching(/^\w+$/) },
  })
  expect((await inBooks(payout)).items).toEqual([])
})

test('a validation error of another field is a problem of our request, not of the receiver', async () => {
  const payout = aPayout({ amountCents: 0 })
  expect(await client.createPayout(payout)).toMatchObject({ outcome: 'sender-refused', problem: 'request' })
})

test('a balance that does not cover amount and fee refuses the sender and pays nothing', async () => {
  const payout = aPayout({ amountCents: 200_000_000 })
  expect(await client.createPayout(payout)).toMatchObject({
    outcome: 'sender-refused',
    problem: 'funds',
    error: { name: 'INSUFFICIENT_FUNDS' },
  })
  expect((await inBooks(payout)).items).toEqual([])
})

test.each([
  ['AUTHORIZATION_ERROR', 'permission'],
  ['SENDER_RESTRICTED', 'permission'],
  ['CURRENCY_NOT_SUPPORTED_FOR_SENDER', 'request'],
])('%s refuses the sender', async (senderError, problem) => {
  await fake.set({ senderError })
  expect(await client.createPayout(aPayout())).toMatchObject({
    outcome: 'sender-refused',
    problem,
    error: { name: senderError },
  })
})

test('a forbidden answer that is no JSON refuses the sender', async () => {
  await fake.fail({ operation: 'create', when: 'before', status: 403, body: '<h1>Access denied</h1>' })
  expect(await client.createPayout(aPayout())).toEqual({
    outcome: 'sender-refused',
    problem: 'permission',
    error: undefined,
  })
})

test('wrong credentials refuse the sender before a payout is requested', async () => {
  const payout = aPayout()
  const stranger = createPayPalClient({ ...fake.config, clientSecret: 'wrong' })
  expect(await stranger.createPayout(payout)).toEqual({
    outcome: 'sender-refused',
    problem: 'credentials',
    error: undefined,
  })
  expect((await inBooks(payout)).posts).toBe(0)
})

const create = { operation: 'create' } as const
const tooLarge = JSON.stringify({ batch_header: { payout_batch_id: 'B1' }, links: ['x'.repeat(300_000)] })
const unclear: [string, Omit<Fault, 'operation'>, object][] = [
  [
    '429 with seconds',
    { when: 'before', status: 429, headers: { 'retry-after': '17' } },
    { reason: 'rate-limited', retryAfterSeconds: 17 },
  ],
  ['500 before acting', { when: 'before', status: 500 }, { reason: 'server-error' }],
  ['500 after acting', { when: 'after', status: 500 }, { reason: 'server-error' }],
  [
    '503 without JSON',
    { when: 'before', status: 503, body: 'busy', headers: { 'retry-after': 'soon' } },
    { reason: 'server-error' },
  ],
  ['a closed connection before acting', { when: 'before', how: 'close' }, { reason: 'connection' }],
  ['a closed connection after acting', { when: 'after', how: 'close' }, { reason: 'connection' }],
  ['half an answer', { when: 'after', how: 'cut' }, { reason: 'connection' }],
  ['201 that is no JSON', { when: 'after', status: 201, body: 'created' }, { reason: 'unreadable' }],
  ['201 without a batch', { when: 'after', status: 201, body: '{}' }, { reason: 'unreadable' }],
  ['201 that is too large', { when: 'after', status: 201, body: tooLarge }, { reason: 'unreadable' }],
  ['400 that is no JSON', { when: 'before', status: 400, body: 'bad' }, { reason: 'unreadable' }],
  ['422 without a name', { when: 'before', status: 422, body: '{}' }, { reason: 'unreadable' }],
  [
    'a redirect',
    { when: 'before', status: 307, headers: { location: '/v1/payments/payouts' } },
    { reason: 'unreadable' },
  ],
]

test.each(unclear)('%s leaves the payout unknown; the same request again pays it once', async (_, fault, expected) => {
  const payout = aPayout()
  await fake.fail({ ...create, ...fault })
  const outcome = await client.createPayout(payout)
  expect(outcome).toEqual({ outcome: 'unknown', retryAfterSeconds: undefined, ...expected })
  const again = await client.createPayout({ ...payout, isRepeat: true })
  expect(again.outcome).toBe(fault.when === 'after' ? 'duplicate' : 'accepted')
  expect((await inBooks(payout)).items).toHaveLength(1)
})

test.each([
  ['no answer before acting', { when: 'before', how: 'never' }, 'accepted'],
  ['no answer after acting', { when: 'after', how: 'never' }, 'duplicate'],
  ['an answer that stops in the middle', { when: 'after', how: 'stall' }, 'duplicate'],
] as const)('%s ends with the timeout; the same request again pays it once', async (_, fault, repeated) => {
  const payout = aPayout()
  await fake.fail({ ...create, ...fault, times: 1000 })
  // On a busy machine the time can be over before the request arrives.
  await vi.waitFor(async () => {
    expect(await impatient.createPayout(payout)).toMatchObject({ outcome: 'unknown', reason: 'timeout' })
    expect((await inBooks(payout)).posts).toBeGreaterThan(0)
  }, 20_000)
  await fake.endFaults()
  expect((await client.createPayout({ ...payout, isRepeat: true })).outcome).toBe(repeated)
  expect((await inBooks(payout)).items).toHaveLength(1)
})

test('three server errors and an acceptance are four requests with one key and one item', async () => {
  const payout = aPayout()
  await fake.fail({ ...create, when: 'before', status: 500, times: 3 })
  const outcomes = []
  for (const isRepeat of [false, true, true, true])
    outcomes.push((await client.createPayout({ ...payout, isRepeat })).outcome)
  expect(outcomes).toEqual(['unknown', 'unknown', 'unknown', 'accepted'])
  expect(await inBooks(payout)).toMatchObject({ items: [{}], posts: 4 })
})

test('Retry-After as a date is the seconds until then', async () => {
  const clock = { now: () => new Date('2026-11-23T12:00:00Z') }
  await fake.fail({
    ...create,
    when: 'before',
    status: 503,
    headers: { 'retry-after': 'Mon, 23 Nov 2026 12:01:30 GMT' },
  })
  const outcome = await createPayPalClient(fake.config, { clock }).createPayout(aPayout())
  expect(outcome).toMatchObject({ reason: 'server-error', retryAfterSeconds: 90 })
})

test.each([
  ['the receiver', { receiver: 'invalid@mail.example' }, 'receiver-refused'],
  ['the amount', { amountCents: 200_000_000 }, 'sender-refused'],
])('a refusal of a repeat is not final, because the request before may have paid: %s', async (_, given, refusal) => {
  const outcome = await client.createPayout(aPayout({ ...given, isRepeat: true }))
  expect(outcome).toMatchObject({ outcome: 'unknown', reason: 'refused-repeat', refusal: { outcome: refusal } })
})

test('a server that cannot be reached leaves the payout unknown', async () => {
  await using other = await startFakePayPal()
  const unreachable = createPayPalClient(other.config)
  await other.kill()
  expect(await unreachable.createPayout(aPayout())).toMatchObject({ outcome: 'unknown', reason: 'connection' })
  await other.start()
  expect(await unreachable.createPayout(aPayout())).toMatchObject({ outcome: 'accepted' })
})
