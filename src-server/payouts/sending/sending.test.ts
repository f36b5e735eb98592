import { expect, test, vi } from 'vitest'
import { unpaidReason } from '#shared/return-reasons.ts'
import { balancesOf } from '../../testing/test-support/payouts.ts'
import { fakePayPalOfFile, openPayPalSite, type PayPalSite } from '../../testing/test-support/paypal-site.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'
import { startPayPalWorker } from './paypal-worker.ts'

const fake = await fakePayPalOfFile({ openingBalanceCents: 100_000_000, processing: 'at-once' })

const payout = ({ boss }: PayPalSite, id: string) => boss.api.payouts.get({ id })
const itemsOf = async (payoutId: string) =>
  (await fake.books()).batches.filter(({ item }) => item.payoutId === payoutId)

test('a payout is requested once, is on its way when PayPal accepts it, and completes its order when paid, with its fee', async () => {
  await using site = await openPayPalSite(fake)
  const { submissionId, payoutId } = await site.sent()
  await site.work()
  const { posts } = await fake.books()
  expect(posts[`${submissionId}-1-a1`]).toBe(1)
  const [batch, ...more] = await itemsOf(payoutId)
  expect([batch, more]).toMatchObject([
    {
      key: `${submissionId}-1-a1`,
      item: { recipientType: 'EMAIL', receiver: 'dana@mail.example', amountCents: 9200, note: `Order ${submissionId}` },
    },
    [],
  ])
  expect(await payout(site, payoutId)).toMatchObject({ state: 'sent', provider: 'paypal', reference: batch?.batchId })
  expect(await site.dana.api.transactions.get({ id: submissionId })).toMatchObject({ status: 'processing' })
  await site.later(10)
  const paid = await payout(site, payoutId)
  expect(await site.dana.api.transactions.get({ id: submissionId })).toMatchObject({ status: 'completed' })
  expect((await site.app.mails()).at(-1)?.text).toContain(paid.reference)
  expect(paid).toMatchObject({ state: 'paid', attempts: [{ state: 'settled', fee: 1.84 }] })
  expect(paid.reference).not.toBe(batch?.batchId)
  expect(await balancesOf(site.app)).toEqual({ cards: 9200, fees: 184, 'cash:unassigned': -9384 })
  expect(await verifyLedger(site.app.ctx.db)).toEqual({ transfers: 4 })
})

test('the worker sends what a person sends, and stops', async () => {
  await using site = await openPayPalSite(fake)
  const stop = startPayPalWorker(site.app.ctx)
  const { payoutId } = await site.sent()
  await vi.waitFor(async () => expect((await payout(site, payoutId)).state).toBe('sent'), 20_000)
  site.app.clock.advance(10_000)
  await vi.waitFor(async () => expect((await payout(site, payoutId)).state).toBe('paid'), 20_000)
  await stop()
})

test('with automatic sending, ready payouts leave by themselves, except those that PayPal cannot pay', async () => {
  await using site = await openPayPalSite(fake, { paypalSends: 'automatic' })
  const [{ payoutId, submissionId }, strange] = [await site.approved(), await site.approved('Dana of PayPal')]
  await site.work()
  expect(await payout(site, payoutId)).toMatchObject({ state: 'sent' })
  expect(await payout(site, strange.payoutId)).toMatchObject({ state: 'ready' })
  await site.later(10)
  expect((await site.dana.api.transactions.get({ id: submissionId })).status).toBe('completed')
  await expect(site.boss.api.payouts.sendNow({ ids: [strange.payoutId] })).rejects.toThrow(
    `PayPal cannot pay the payout ${strange.payoutId}.`,
  )
})

test('by default ready payouts wait for a person, who sends all of the chosen ones or none', async () => {
  await using site = await openPayPalSite(fake)
  const [one, other] = [await site.approved(), await site.sent()]
  await site.work()
  const ids = [one.payoutId, other.payoutId]
  await expect(site.boss.api.payouts.sendNow({ ids })).rejects.toThrow(`The payout ${other.payoutId} is not ready.`)
  await site.work()
  expect((await payout(site, one.payoutId)).state).toBe('ready')
  expect(await itemsOf(one.payoutId)).toEqual([])
  const { entries } = await site.boss.api.admin.audit.list({})
  const actions = entries.filter(({ objectId }) => objectId === other.payoutId).map(({ action }) => action)
  expect(actions).toEqual(['payout.sent', 'payout.sending'])
})

test('a receiver that PayPal rejects fails the payout: it is owed again, and the customer reads why', async () => {
  await using site = await openPayPalSite(fake)
  const { submissionId, payoutId } = await site.sent('invalid@mail.example')
  await site.work()
  expect(await payout(site, payoutId)).toMatchObject({ state: 'failed', attempts: [{ state: 'refused' }] })
  const order = await site.dana.api.transactions.get({ id: submissionId })
  expect(order).toMatchObject({ status: 'failed', statusReason: unpaidReason('failed', 'details') })
  expect(await balancesOf(site.app)).toEqual({ cards: 9200, [`payable:${site.dana.id}`]: -9200 })
  expect(await itemsOf(payoutId)).toEqual([])
})

test('a refusal of the site makes the payout ready, pauses sending and is shown; sending again ends the pause', async () => {
  await using site = await openPayPalSite(fake, { paypalSends: 'automatic' })
  await fake.set({ openingBalanceCents: 0 })
  const { submissionId, payoutId } = await site.approved()
  await site.work()
  expect(await payout(site, payoutId)).toMatchObject({ state: 'ready', attempts: [{ error: 'INSUFFICIENT_FUNDS' }] })
  expect((await site.boss.api.payouts.totals()).paypal).toEqual({
    paused: { reason: 'funds', since: site.app.clock.now().toISOString() },
  })
  expect((await site.dana.api.transactions.get({ id: submissionId })).status).toBe('processing')
  await fake.set({ openingBalanceCents: 100_000_000 })
  const later = await site.approved()
  await site.work()
  expect((await payout(site, later.payoutId)).state).toBe('ready')
  await site.boss.api.payouts.sendNow({ ids: [payoutId] })
  await site.work()
  expect((await site.boss.api.payouts.totals()).paypal).toEqual({})
  expect((await payout(site, later.payoutId)).state).toBe('sent')
  const [batch] = await itemsOf(payoutId)
  expect(batch?.key).toBe(`${submissionId}-1-a2`)
  await site.later(10)
  expect(await balancesOf(site.app)).toEqual({ cards: 18_400, fees: 368, 'cash:unassigned': -18_768 })
})

test('a payout that PayPal could not pay fails after it was sent', async () => {
  await using site = await openPayPalSite(fake)
  const { submissionId, payoutId } = await site.sent('locked@mail.example')
  await site.work()
  expect((await payout(site, payoutId)).state).toBe('sent')
  await site.later(10)
  expect(await payout(site, payoutId)).toMatchObject({ state: 'failed', failureMessage: 'RECEIVER_ACCOUNT_LOCKED' })
  expect((await site.dana.api.transactions.get({ id: submissionId })).status).toBe('failed')
  expect(await balancesOf(site.app)).toEqual({ cards: 9200, [`payable:${site.dana.id}`]: -9200 })
})

test('a payout that comes back after it was paid is owed again, with its fee', async () => {
  await using site = await openPayPalSite(fake)
  const { submissionId, payoutId } = await site.sent()
  await site.work()
  await site.later(10)
  await fake.setStatus(payoutId, 'RETURNED', 'RECEIVER_REFUSED')
  const { version } = await payout(site, payoutId)
  await expect(site.boss.api.payouts.recordReturn({ id: payoutId, version, code: 'provider' })).rejects.toThrow(
    'reports when it comes back',
  )
  await site.later(24 * 60 * 60)
  expect((await payout(site, payoutId)).state).toBe('returned')
  expect(await site.dana.api.transactions.get({ id: submissionId })).toMatchObject({
    status: 'failed',
    statusReason: unpaidReason('returned', 'provider'),
  })
  expect(await balancesOf(site.app)).toEqual({ cards: 9200, [`payable:${site.dana.id}`]: -9200 })
  expect(await verifyLedger(site.app.ctx.db)).toEqual({ transfers: 6 })
})

test('an unclaimed payout stays sent and is looked up every six hours, until it is claimed', async () => {
  await using site = await openPayPalSite(fake)
  const { submissionId, payoutId } = await site.sent('unclaimed@mail.example')
  await site.work()
  await site.later(10)
  expect(await payout(site, payoutId)).toMatchObject({ state: 'sent', attempts: [{ error: 'UNCLAIMED' }] })
  const message = async () => (await site.dana.api.transactions.get({ id: submissionId })).payout?.message
  expect(await message()).toBe('PayPal holds $92.00 for you. Open the email from PayPal and claim it.')
  await fake.setStatus(payoutId, 'SUCCESS')
  await site.later(6 * 60 * 60 - 1)
  expect((await payout(site, payoutId)).state).toBe('sent')
  await site.later(1)
  expect((await payout(site, payoutId)).state).toBe('paid')
  expect(await message()).toMatch(/^\$92\.00 was paid to /)
})

test('a paid payout is looked up daily for a week', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId } = await site.sent()
  await site.work()
  await site.later(10)
  const [batch] = await itemsOf(payoutId)
  const looks = async () => (await fake.books()).reads[batch?.batchId ?? '']
  const day = 24 * 60 * 60
  const counts: (number | undefined)[] = []
  for (let count = 0; count < 9; count++) {
    await site.later(day)
    counts.push(await looks())
  }
  expect(counts).toEqual([2, 3, 4, 5, 6, 7, 8, 8, 8])
})

test('an older answer about a paid payout changes nothing, and it is still looked up for a week', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId } = await site.sent()
  await site.work()
  await site.later(10)
  const before = await payout(site, payoutId)
  const day = 24 * 60 * 60
  for (const status of ['UNCLAIMED', 'FAILED', 'SUCCESS'] as const) {
    await fake.setStatus(payoutId, status)
    await site.later(day)
    const { attempts, ...after } = await payout(site, payoutId)
    const nextPollAt = new Date(site.app.clock.now().getTime() + day * 1000).toISOString()
    expect({ ...after, attempts }).toEqual({ ...before, attempts: [{ ...before.attempts[0], nextPollAt }] })
  }
  await fake.setStatus(payoutId, 'RETURNED')
  await site.later(day)
  expect((await payout(site, payoutId)).state).toBe('returned')
})

test('without a PayPal app nothing can be sent by PayPal, and nothing is shown of it', async () => {
  await using site = await openPayPalSite(fake)
  site.app.ctx.payouts.paypal = undefined
  const { payoutId } = await site.approved()
  await expect(site.boss.api.payouts.sendNow({ ids: [payoutId] })).rejects.toThrow('This site has no PayPal app.')
  expect(await site.boss.api.payouts.totals()).not.toHaveProperty('paypal')
})
