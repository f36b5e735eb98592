import { expect, test } from 'vitest'
import { aPayout } from '../../testing/test-support/fake-paypal/a-payout.ts'
import type { FakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { fakePayPalOfFile } from '../../testing/test-support/paypal-site.ts'
import { createPayPalClient } from './paypal-client.ts'
import { MAX_WEBHOOK_BYTES, parseWebhook } from './webhook.ts'

const payout = aPayout()

const fake = await fakePayPalOfFile()
const client = createPayPalClient(fake.config)
await client.createPayout(payout)

/** A webhook as it arrives: headers and bytes. */
async function arriving(order: Omit<Parameters<FakePayPal['signWebhook']>[0], 'payoutId'> = {}) {
  const { headers, body } = await fake.signWebhook({ payoutId: payout.payoutId, ...order })
  return { headers, body: Buffer.from(body) }
}

/** Fails when PayPal is asked, because refusing needs no request then. */
const withoutRequest = () => fake.fail({ operation: 'verify', when: 'before', status: 500, times: 1000 })

test('a webhook of PayPal is verified', async () => {
  const { headers, body } = await arriving()
  expect(await client.verifyWebhook(headers, body)).toBe('verified')
})

test('its bytes reach PayPal unchanged, also those that a parser would write differently', async () => {
  const type = 'ü\u2028 </script> "quoted" \\ 1.10 {}'
  const { headers, body } = await arriving({ type })
  expect(await client.verifyWebhook(headers, body)).toBe('verified')
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))
  expect(await client.verifyWebhook(headers, rewritten)).toBe('refused')
})

test.each(['body', 'signature', 'cert-url', 'missing-header', 'other-webhook'] as const)(
  'a webhook with a forged part is refused: %s',
  async (forge) => {
    const { headers, body } = await arriving({ forge })
    expect(await client.verifyWebhook(headers, body)).toBe('refused')
  },
)

test('each byte counts: a space at the end of the body is refused', async () => {
  const { headers, body } = await arriving()
  expect(await client.verifyWebhook(headers, Buffer.concat([body, Buffer.from(' ')]))).toBe('refused')
})

test.each([
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
])('a webhook without %s, or with two of them, is refused without asking PayPal', async (name) => {
  const { headers, body } = await arriving()
  await withoutRequest()
  const { [name]: value = '', ...others } = headers
  for (const given of [undefined, '', [value, value], 'x'.repeat(2049)])
    expect(await client.verifyWebhook({ ...others, [name]: given }, body)).toBe('refused')
})

test.each([
  'https://evil.example/cert.pem',
  'https://paypal.com.evil.example/cert.pem',
  'https://evilpaypal.com/cert.pem',
  'https://api.paypal.com@evil.example/cert.pem',
  'http://api.paypal.com/cert.pem',
  'file:///cert.pem',
  'cert.pem',
])('the certificate %s is refused without asking PayPal', async (certUrl) => {
  const { headers, body } = await arriving()
  await withoutRequest()
  expect(await client.verifyWebhook({ ...headers, 'paypal-cert-url': certUrl }, body)).toBe('refused')
})

test('a certificate of paypal.com is for PayPal to judge', async () => {
  const { headers, body } = await arriving()
  const given = { ...headers, 'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1' }
  await fake.fail({ operation: 'verify', when: 'before', status: 200, body: '{"verification_status":"SUCCESS"}' })
  expect(await client.verifyWebhook(given, body)).toBe('verified')
})

test('a body over 64 KiB is refused without asking PayPal; one of 64 KiB is verified', async () => {
  const { headers, body } = await arriving({ type: 'x' })
  const padding = MAX_WEBHOOK_BYTES - body.byteLength
  const largest = await arriving({ type: 'x'.repeat(padding + 1) })
  // The type is in the event twice: as its type and its summary.
  expect(await client.verifyWebhook(largest.headers, largest.body)).toBe('refused')
  const fitting = await arriving({ type: 'x'.repeat(1 + Math.floor(padding / 2)) })
  expect(fitting.body.byteLength).toBeGreaterThan(MAX_WEBHOOK_BYTES - 2)
  expect(await client.verifyWebhook(fitting.headers, fitting.body)).toBe('verified')
  await withoutRequest()
  const tooLarge = Buffer.concat([body, Buffer.alloc(MAX_WEBHOOK_BYTES + 1 - body.byteLength, ' ')])
  expect(await client.verifyWebhook(headers, tooLarge)).toBe('refused')
})

test.each(['', 'text', '[]', 'null', '"text"', '{}, "webhook_id": "other"', '{} {}', '\ufeff{}'])(
  'a body that is no JSON object is refused without asking PayPal: %j',
  async (text) => {
    const { headers } = await arriving()
    await withoutRequest()
    expect(await client.verifyWebhook(headers, Buffer.from(text))).toBe('refused')
    expect(await client.verifyWebhook(headers, Buffer.from([0x22, 0xff, 0x22]))).toBe('refused')
  },
)

test.each([
  [{ status: 500 }, 'unavailable'],
  [{ status: 429 }, 'unavailable'],
  [{ status: 403 }, 'unavailable'],
  [{ how: 'close' }, 'unavailable'],
  [{ status: 200, body: 'no JSON' }, 'unavailable'],
  [{ status: 200, body: '{"verification_status":"MAYBE"}' }, 'unavailable'],
  [{ status: 400 }, 'refused'],
] as const)('when PayPal answers the verification with %j, the webhook is %s', async (fault, verdict) => {
  const { headers, body } = await arriving()
  await fake.fail({ operation: 'verify', when: 'before', ...fault })
  expect(await client.verifyWebhook(headers, body)).toBe(verdict)
})

test('an event of an item names the item, its batch and our payout', async () => {
  const { batches } = await fake.books()
  const { body } = await arriving()
  expect(parseWebhook(body)).toEqual({
    id: expect.stringMatching(/^WH-/),
    type: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
    batchId: batches[0]?.batchId,
    itemId: batches[0]?.item.itemId,
    payoutId: payout.payoutId,
  })
})

test('an event of a batch names the batch', async () => {
  const { batches } = await fake.books()
  expect(parseWebhook((await arriving({ of: 'batch' })).body)).toMatchObject({
    type: 'PAYMENT.PAYOUTSBATCH.SUCCESS',
    batchId: batches[0]?.batchId,
    itemId: undefined,
  })
})

test.each([
  ['of another kind', { resource: { id: 'SALE-1', amount: 5 } }],
  ['without a resource', {}],
  ['with ids that are no text', { resource: { payout_batch_id: 7, payout_item: 'x', batch_header: null } }],
])('an event %s names no payout', (_, rest) => {
  const body = Buffer.from(JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.SALE.COMPLETED', ...rest }))
  expect(parseWebhook(body)).toEqual({
    id: 'WH-1',
    type: 'PAYMENT.SALE.COMPLETED',
    batchId: undefined,
    itemId: undefined,
    payoutId: undefined,
  })
})

test.each(['{}', '[]', 'text', '{"id":"","event_type":"X"}', '{"id":5,"event_type":"X"}', '{"id":"WH-1"}'])(
  'a body that is no event is none: %s',
  (text) => {
    expect(parseWebhook(Buffer.from(text))).toBeUndefined()
  },
)
