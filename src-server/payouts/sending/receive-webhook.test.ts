import { expect, test } from 'vitest'
import type { FakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { fakePayPalOfFile, openPayPalSite, type PayPalSite } from '../../testing/test-support/paypal-site.ts'
import { payPalOf } from '../../testing/test-support/paypal-work.ts'
import { leaseAttempts } from './paypal-worker.ts'
import { recordLookUp } from './record-answer.ts'

const fake = await fakePayPalOfFile()

const url = '/api/webhooks/paypal'
type Order = Parameters<FakePayPal['signWebhook']>[0]

/** Sends a webhook `times` times, and returns the statuses of the answers. */
async function deliver({ app }: PayPalSite, order: Order, times = 1): Promise<number[]> {
  const { headers, body: payload } = await fake.signWebhook(order)
  const statuses: number[] = []
  for (let count = 0; count < times; count++)
    statuses.push((await app.request('POST', url, { headers, payload })).statusCode)
  return statuses
}

const stateOf = async ({ boss }: PayPalSite, id: string) => (await boss.api.payouts.get({ id })).state
const looksAt = async (payoutId: string) => {
  const { batches, reads } = await fake.books()
  return reads[batches.find(({ item }) => item.payoutId === payoutId)?.batchId ?? ''] ?? 0
}

test('a webhook has its payout looked up at once; repeated and late ones change nothing', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId } = await site.sent()
  await site.work()
  expect(await deliver(site, { payoutId }, 5)).toEqual([200, 200, 200, 200, 200])
  await site.work()
  expect([await stateOf(site, payoutId), await looksAt(payoutId)]).toEqual(['paid', 1])
  expect(await deliver(site, { payoutId, of: 'batch' })).toEqual([200])
  expect(await deliver(site, { payoutId, type: 'PAYMENT.PAYOUTS-ITEM.UNCLAIMED' })).toEqual([200])
  await site.work()
  expect(await stateOf(site, payoutId)).toBe('paid')
  const sent = (await site.app.mails()).filter(({ subject }) => subject.includes("You've been paid"))
  expect(sent).toHaveLength(1)
})

test('a webhook that PayPal sends again after its payout was looked up causes no other look', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId } = await site.sent('pending@mail.example')
  await site.work()
  const { headers, body: payload } = await fake.signWebhook({ payoutId })
  for (let delivery = 0; delivery < 3; delivery++) {
    expect((await site.app.request('POST', url, { headers, payload })).statusCode).toBe(200)
    await site.work()
  }
  expect(await looksAt(payoutId)).toBe(1)
})

test('a webhook that arrives during a look has the payout looked up once more: the answer may be older', async () => {
  await using site = await openPayPalSite(fake)
  const { ctx, clock } = site.app
  const { payoutId } = await site.sent('pending@mail.example')
  await site.work()
  clock.advance(10_000)
  const [leased] = await leaseAttempts(ctx, 1)
  if (!leased) throw new Error('Nothing was leased.')
  const former = await payPalOf(site.app).lookUp(leased.before.provider_batch ?? '')
  clock.advance(1)
  await fake.setStatus(payoutId, 'SUCCESS')
  expect(await deliver(site, { payoutId })).toEqual([200])
  await recordLookUp(ctx, leased, former)
  expect(await stateOf(site, payoutId)).toBe('sent')
  await site.work()
  expect(await stateOf(site, payoutId)).toBe('paid')
})

test('a webhook about a payout that has failed causes no look', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId } = await site.sent('failed@mail.example')
  await site.work()
  await site.later(10)
  expect(await deliver(site, { payoutId })).toEqual([200])
  await site.work()
  expect([await stateOf(site, payoutId), await looksAt(payoutId)]).toEqual(['failed', 1])
})

test('the state is read from PayPal, whatever the webhook says', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId } = await site.sent('pending@mail.example')
  await site.work()
  expect(await deliver(site, { payoutId, type: 'PAYMENT.PAYOUTS-ITEM.FAILED' })).toEqual([200])
  await site.work()
  expect([await stateOf(site, payoutId), await looksAt(payoutId)]).toEqual(['sent', 1])
})

test('a forged webhook is refused, causes no look, and is audited once a minute', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId } = await site.sent()
  await site.work()
  for (const forge of ['body', 'signature', 'cert-url', 'missing-header', 'other-webhook'] as const)
    expect(await deliver(site, { payoutId, forge })).toEqual([400])
  expect((await site.app.request('POST', url)).statusCode).toBe(400)
  await site.work()
  expect([await stateOf(site, payoutId), await looksAt(payoutId)]).toEqual(['sent', 0])
  const refusals = async () => {
    const { entries } = await site.boss.api.admin.audit.list({})
    return entries.filter(({ action }) => action === 'webhook.refused').length
  }
  expect(await refusals()).toBe(1)
  site.app.clock.advance(60_000)
  expect(await deliver(site, { payoutId, forge: 'body' })).toEqual([400])
  expect(await refusals()).toBe(2)
})

test('while PayPal cannot verify it, a webhook is answered 503, and its repetition counts', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId } = await site.sent()
  await site.work()
  await fake.fail({ operation: 'verify', when: 'before', status: 500 })
  expect(await deliver(site, { payoutId }, 2)).toEqual([503, 200])
  await site.work()
  expect(await stateOf(site, payoutId)).toBe('paid')
})

test('a body over 64 KiB is refused, and a site without a PayPal app has no webhooks', async () => {
  await using site = await openPayPalSite(fake)
  const headers = { 'content-type': 'application/json' }
  const large = await site.app.request('POST', url, { headers, payload: Buffer.alloc(64 * 1024 + 1, ' ') })
  expect(large.statusCode).toBe(413)
  site.app.ctx.payouts.paypal = undefined
  expect((await site.app.request('POST', url, { headers, payload: '{}' })).statusCode).toBe(404)
})
