import { expect, test } from 'vitest'
import { aPayout } from '../../testing/test-support/fake-paypal/a-payout.ts'
import { fakePayPalOfFile } from '../../testing/test-support/paypal-site.ts'
import { receiverOf } from './payment-fields.ts'
import { createPayPalClient, type PayPalPayout } from './paypal-client.ts'

const fake = await fakePayPalOfFile()
const client = createPayPalClient(fake.config)

async function batchOf(payout: PayPalPayout): Promise<string> {
  const outcome = await client.createPayout(payout)
  if (outcome.outcome !== 'accepted') throw new Error(outcome.outcome)
  return outcome.batchId
}

test('a paid payout is found with fee, amount and our ids, so that the caller can compare them', async () => {
  const payout = aPayout()
  expect(await client.lookUp(await batchOf(payout))).toEqual({
    result: 'found',
    payout: {
      state: 'paid',
      feeCents: 184,
      key: payout.key,
      item: {
        itemId: expect.stringMatching(/^\w{13}$/),
        payoutId: payout.payoutId,
        amountCents: 9200,
        transactionId: expect.stringMatching(/^\w{13}$/),
      },
    },
  })
})

test.each([
  [24, 0],
  [25, 1],
  [9300, 186],
  [9325, 187],
  [9324, 186],
])('the fee of %i cents is %i cents: 2 percent, rounded half up', async (amountCents, feeCents) => {
  expect(await client.lookUp(await batchOf(aPayout({ amountCents })))).toMatchObject({ payout: { feeCents } })
})

test.each([
  ['SUCCESS', { state: 'paid', feeCents: 184 }],
  ['PENDING', { state: 'waiting' }],
  ['ONHOLD', { state: 'waiting' }],
  ['UNCLAIMED', { state: 'unclaimed' }],
  ['FAILED', { state: 'failed' }],
  ['DENIED', { state: 'failed' }],
  ['BLOCKED', { state: 'failed' }],
  ['CANCELED', { state: 'failed' }],
  ['RETURNED', { state: 'returned' }],
  ['REFUNDED', { state: 'returned' }],
  ['REVERSED', { state: 'returned' }],
] as const)('an item with status %s is %j', async (status, expected) => {
  const payout = aPayout()
  const batchId = await batchOf(payout)
  await fake.setStatus(payout.payoutId, status)
  expect(await client.lookUp(batchId)).toMatchObject({ result: 'found', payout: expected })
})

test('a failed payout says why', async () => {
  expect(await client.lookUp(await batchOf(aPayout({ receiver: 'locked@mail.example' })))).toMatchObject({
    payout: { state: 'failed', error: 'RECEIVER_ACCOUNT_LOCKED' },
  })
})

test('a batch that PayPal does not know is not found', async () => {
  expect(await client.lookUp('NOSUCHBATCH00')).toEqual({ result: 'not-found' })
})

/** An answer of the batch call, with parts replaced. */
async function answerWith(change: (body: { batch_header: object; items: object[] }) => object) {
  const payout = aPayout()
  const batchId = await batchOf(payout)
  const { batches } = await fake.books()
  const item = batches.find((batch) => batch.batchId === batchId)?.item
  const body = {
    batch_header: { batch_status: 'SUCCESS', sender_batch_header: { sender_batch_id: payout.key } },
    items: [
      {
        payout_item_id: item?.itemId,
        transaction_status: 'SUCCESS',
        payout_item_fee: { currency: 'USD', value: '1.84' },
        payout_item: { sender_item_id: payout.payoutId, amount: { currency: 'USD', value: '92.00' } },
      },
    ],
  }
  await fake.fail({ operation: 'batch', when: 'before', status: 200, body: JSON.stringify(change(body)) })
  return client.lookUp(batchId)
}

test.each([
  ['PENDING', 'waiting'],
  ['PROCESSING', 'waiting'],
  ['DENIED', 'failed'],
  ['CANCELED', 'failed'],
])('a batch %s without items yet is %s', async (batch_status, state) => {
  const answer = await answerWith(({ batch_header }) => ({ batch_header: { ...batch_header, batch_status } }))
  expect(answer).toMatchObject({ result: 'found', payout: { state, item: undefined } })
})

test('the other spelling of ON_HOLD is waiting too', async () => {
  const answer = await answerWith(({ items, ...rest }) => ({
    ...rest,
    items: [{ ...items[0], transaction_status: 'ON_HOLD' }],
  }))
  expect(answer).toMatchObject({ payout: { state: 'waiting' } })
})

test('a paid item without a fee cost none', async () => {
  const answer = await answerWith(({ items, ...rest }) => ({
    ...rest,
    items: [{ ...items[0], payout_item_fee: undefined }],
  }))
  expect(answer).toMatchObject({ payout: { state: 'paid', feeCents: 0 } })
})

test.each([
  ['a status that is not documented', { transaction_status: 'SOMETHING_NEW' }],
  ['a fee in another currency', { payout_item_fee: { currency: 'EUR', value: '1.84' } }],
  ['a fee that is no decimal', { payout_item_fee: { currency: 'USD', value: '1,84' } }],
  ['a fee with thousandths', { payout_item_fee: { currency: 'USD', value: '1.845' } }],
  ['a negative fee', { payout_item_fee: { currency: 'USD', value: '-1.84' } }],
])('%s is unreadable instead of guessed', async (_, part) => {
  const answer = await answerWith(({ items, ...rest }) => ({ ...rest, items: [{ ...items[0], ...part }] }))
  expect(answer).toMatchObject({ result: 'unknown', reason: 'unreadable' })
})

test('two items are unreadable: we send one', async () => {
  const answer = await answerWith(({ items, ...rest }) => ({ ...rest, items: [...items, ...items] }))
  expect(answer).toMatchObject({ result: 'unknown', reason: 'unreadable' })
})

test('a successful batch without items is unreadable', async () => {
  expect(await answerWith((body) => ({ ...body, items: [] }))).toMatchObject({ result: 'unknown' })
})

test.each([
  [{ status: 500 }, { result: 'unknown', reason: 'server-error' }],
  [
    { status: 429, headers: { 'retry-after': '5' } },
    { result: 'unknown', reason: 'rate-limited', retryAfterSeconds: 5 },
  ],
  [{ how: 'close' }, { result: 'unknown', reason: 'connection' }],
  [
    { status: 200, body: 'no JSON' },
    { result: 'unknown', reason: 'unreadable' },
  ],
  [{ status: 403 }, { result: 'unauthorized' }],
] as const)('an unclear answer says nothing about the payout: %j', async (fault, expected) => {
  const batchId = await batchOf(aPayout())
  await fake.fail({ operation: 'batch', when: 'before', ...fault })
  expect(await client.lookUp(batchId)).toMatchObject(expected)
})

test('a batch id cannot name another path', async () => {
  expect(await client.lookUp('../payouts-item/x')).toEqual({ result: 'not-found' })
})

test.each(['dana@mail.example', ' Dana.Reyes+gift@mail.example '])('pays to the e-mail address %s', (details) => {
  expect(receiverOf(details)).toEqual({ recipientType: 'EMAIL', receiver: details.trim() })
})

test.each(['+1 (555) 010-0199', '+15550100199', '1-555-010-0199', '555.010.0199', '5550100199'])(
  'pays to the US phone number %s with its country code',
  (details) => {
    expect(receiverOf(details)).toEqual({ recipientType: 'PHONE', receiver: '+15550100199' })
  },
)

test.each([
  '',
  'dana',
  '@dana',
  'paypal.me/dana',
  'dana@mail',
  'dana@mail.example, rob@mail.example',
  'Dana <dana@mail.example>',
  '+44 20 7946 0123',
  '010-0199',
  '+1 555 010 0199 ext 5',
  `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
])('leaves other details to paying by hand: %s', (details) => {
  expect(receiverOf(details)).toBeUndefined()
})
