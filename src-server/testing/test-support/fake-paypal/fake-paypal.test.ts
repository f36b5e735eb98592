import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createPayPalClient } from '../../../payouts/paypal/paypal-client.ts'
import { parseWebhook } from '../../../payouts/paypal/webhook.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import { aPayout } from './a-payout.ts'
import { startFakePayPal } from './fake-paypal.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

test('a key is a duplicate for 30 days and pays again after them', async () => {
  await using fake = await startFakePayPal()
  // The client's token lasts hours of the fake's clock.
  await fake.set({ tokenSeconds: 100 * 86_400 })
  const client = createPayPalClient(fake.config)
  const payout = aPayout()
  await client.createPayout(payout)
  await fake.advanceClock(29 * DAY_MS)
  expect(await client.createPayout(payout)).toMatchObject({ outcome: 'duplicate' })
  await fake.advanceClock(DAY_MS)
  expect(await client.createPayout(payout)).toMatchObject({ outcome: 'accepted' })
  expect(await fake.books()).toMatchObject({ sentCents: 18_400 })
})

test('books, keys and signatures survive a SIGKILL', async () => {
  await using fake = await startFakePayPal()
  const client = createPayPalClient(fake.config)
  const payout = aPayout()
  await client.createPayout(payout)
  const before = await fake.books()
  const { headers, body } = await fake.signWebhook({ payoutId: payout.payoutId })
  await fake.kill()
  await fake.start()
  expect(await fake.books()).toEqual(before)
  const restarted = createPayPalClient(fake.config)
  expect(await restarted.createPayout(payout)).toMatchObject({ outcome: 'duplicate' })
  expect(await restarted.verifyWebhook(headers, Buffer.from(body))).toBe('verified')
})

test('a paid item can be returned once: amount and fee are back', async () => {
  await using fake = await startFakePayPal()
  const payout = aPayout()
  await createPayPalClient(fake.config).createPayout(payout)
  expect(await fake.books()).toMatchObject({ sentCents: 9200, returnedCents: 0, balanceCents: 100_000_000 - 9384 })
  await fake.setStatus(payout.payoutId, 'RETURNED', 'RECEIVER_REFUSED')
  await fake.setStatus(payout.payoutId, 'REFUNDED')
  const books = await fake.books()
  expect(books).toMatchObject({ sentCents: 9200, returnedCents: 9200, balanceCents: 100_000_000 })
  expect(books.entries.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['sent', 9200],
    ['returned', 9200],
  ])
})

test('by command, an item waits until it is advanced', async () => {
  await using fake = await startFakePayPal()
  await fake.set({ processing: 'by-command' })
  const client = createPayPalClient(fake.config)
  const payout = aPayout()
  const { batchId } = (await client.createPayout(payout)) as { batchId: string }
  expect(await client.lookUp(batchId)).toMatchObject({ payout: { state: 'waiting' } })
  await fake.setStatus(payout.payoutId, 'SUCCESS')
  expect(await client.lookUp(batchId)).toMatchObject({ payout: { state: 'paid' } })
})

test('the part of a receiver before the @ says what becomes of a payout', async () => {
  await using fake = await startFakePayPal()
  const client = createPayPalClient(fake.config)
  const stateOf = async (name: string) => {
    const outcome = await client.createPayout(aPayout({ receiver: `${name}@mail.example` }))
    const found = await client.lookUp((outcome as { batchId: string }).batchId)
    return found.result === 'found' ? found.payout.state : found.result
  }
  const expected = {
    pending: 'waiting',
    onhold: 'waiting',
    unclaimed: 'unclaimed',
    locked: 'failed',
    failed: 'failed',
    denied: 'failed',
    blocked: 'failed',
    canceled: 'failed',
    returned: 'returned',
    refunded: 'returned',
    reversed: 'returned',
    constructor: 'paid',
  }
  const states: Record<string, string> = {}
  for (const name of Object.keys(expected)) states[name] = await stateOf(name)
  expect(states).toEqual(expected)
})

test('sends verified webhooks of each change, and repeats those that were not accepted', async () => {
  await using fake = await startFakePayPal()
  await using receiver = await startWebhookReceiver()
  await fake.set({ webhookUrl: receiver.url })
  const client = createPayPalClient(fake.config)
  receiver.status = 503
  const payout = aPayout()
  await client.createPayout(payout)
  await expect.poll(async () => (await fake.books()).deliveries.length, { timeout: 20_000 }).toBe(2)
  receiver.status = 200
  await fake.retryWebhooks()
  const statuses = (await fake.books()).deliveries.map(({ status }) => status)
  expect(statuses).toEqual([503, 503, 200, 200])
  const events = receiver.received.map(({ body }) => parseWebhook(body))
  expect(new Set(events.map((event) => event?.id)).size).toBe(2)
  expect(new Set(events.map((event) => event?.type))).toEqual(
    new Set(['PAYMENT.PAYOUTS-ITEM.SUCCEEDED', 'PAYMENT.PAYOUTSBATCH.SUCCESS']),
  )
  for (const { headers, body } of receiver.received) expect(await client.verifyWebhook(headers, body)).toBe('verified')
})

test('sends webhooks out of order, repeatedly and forged on command', async () => {
  await using fake = await startFakePayPal()
  await using receiver = await startWebhookReceiver()
  const client = createPayPalClient(fake.config)
  const { payoutId, ...payout } = aPayout()
  await client.createPayout({ payoutId, ...payout })
  await fake.set({ webhookUrl: receiver.url })
  expect(await fake.sendWebhook({ payoutId, times: 5 })).toEqual([200, 200, 200, 200, 200])
  await fake.sendWebhook({ payoutId, type: 'PAYMENT.PAYOUTS-ITEM.UNCLAIMED' })
  await fake.sendWebhook({ payoutId, of: 'batch', type: 'PAYMENT.PAYOUTSBATCH.PROCESSING' })
  await fake.sendWebhook({ payoutId, forge: 'signature' })
  const events = receiver.received.map(({ body }) => parseWebhook(body))
  expect(new Set(events.slice(0, 5).map((event) => event?.id)).size).toBe(1)
  expect(events.slice(5, 7).map((event) => event?.type)).toEqual([
    'PAYMENT.PAYOUTS-ITEM.UNCLAIMED',
    'PAYMENT.PAYOUTSBATCH.PROCESSING',
  ])
  const forged = receiver.received[7]
  expect(await client.verifyWebhook(forged?.headers ?? {}, forged?.body ?? Buffer.of())).toBe('refused')
})

test('shows an item only to its app', async () => {
  await using fake = await startFakePayPal()
  const client = createPayPalClient(fake.config)
  await client.createPayout(aPayout())
  const itemId = (await fake.books()).batches[0]?.item.itemId
  const { apiUrl, clientId, clientSecret } = fake.config
  const itemWith = (authorization: string) =>
    fetch(`${apiUrl}/v1/payments/payouts-item/${itemId}`, { headers: { authorization } })
  expect((await itemWith('Bearer A21AAother')).status).toBe(401)
  const answer = await fetch(`${apiUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  expect(await (await itemWith(`Bearer ${token}`)).json()).toMatchObject({
    payout_item_id: itemId,
    transaction_status: 'SUCCESS',
    payout_item_fee: { currency: 'USD', value: '1.84' },
    payout_item: { amount: { value: '92.00' } },
  })
})

test('listens on 127.0.0.1 alone and sends webhooks to this machine alone', async () => {
  await using fake = await startFakePayPal()
  const elsewhere = fake.config.apiUrl.replace('127.0.0.1', '127.0.0.2')
  await expect(fetch(`${elsewhere}/control/books`)).rejects.toThrow('fetch failed')
  await expect(fake.set({ webhookUrl: 'https://shop.example/api/webhooks/paypal' })).rejects.toThrow('on this machine')
})

test('a command that it does not know, or with a wrong part, is refused with what there is', async () => {
  await using fake = await startFakePayPal()
  const post = async (name: string, body: object) => {
    const response = await fetch(`${fake.config.apiUrl}/control/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return [response.status, await response.text()]
  }
  expect(await post('nothing', {})).toEqual([404, expect.stringContaining('POST settings')])
  expect(await post('settings', { nothing: 1 })).toEqual([400, expect.stringContaining('duplicateLinks')])
  expect(await post('faults', { operation: 'x', when: 'after' })).toEqual([400, expect.stringContaining('create')])
  expect(await post('status', { payoutId: 'PO-1', status: 'SUCCESS' })).toEqual([404, expect.stringContaining('PO-1')])
})

test('without its arguments the program says which it needs', () => {
  const program = path.join(import.meta.dirname, 'fake-paypal-program.mjs')
  const { status, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([64, expect.stringContaining('<client secret> <webhook id>')])
})
