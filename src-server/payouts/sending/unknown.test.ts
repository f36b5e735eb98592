import { expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { balancesOf } from '../../testing/test-support/payouts.ts'
import { fakePayPalOfFile, openPayPalSite, type PayPalSite } from '../../testing/test-support/paypal-site.ts'
import { payPalOf } from '../../testing/test-support/paypal-work.ts'
import type { Person } from '../../testing/test-support/test-app.ts'
import { leaseAttempts, runAttempt } from './paypal-worker.ts'
import { recordOutcome } from './record-answer.ts'

const fake = await fakePayPalOfFile({ openingBalanceCents: 100_000_000, duplicateLinks: true })

const DAY = 24 * 60 * 60
const payout = ({ boss }: PayPalSite, id: string) => boss.api.payouts.get({ id })
const itemsOf = async (payoutId: string) =>
  (await fake.books()).batches.filter(({ item }) => item.payoutId === payoutId)
const postsOf = async (submissionId: string) => (await fake.books()).posts[`${submissionId}-1-a1`] ?? 0
const attention = async ({ boss }: PayPalSite) =>
  (await boss.api.payouts.list({ state: 'attention' })).data.map((each) => each.attention)

test('after a lost answer the same request is sent again, and the payment is found: one item', async () => {
  await using site = await openPayPalSite(fake)
  await fake.fail({ operation: 'create', when: 'after', how: 'close' })
  const { submissionId, payoutId } = await site.sent()
  await site.work()
  expect(await payout(site, payoutId)).toMatchObject({ state: 'sending', attempts: [{ state: 'unknown' }] })
  await site.later(10)
  expect(await payout(site, payoutId)).toMatchObject({ state: 'paid', attempts: [{ state: 'settled' }] })
  expect((await site.dana.api.transactions.get({ id: submissionId })).status).toBe('completed')
  expect(await itemsOf(payoutId)).toHaveLength(1)
  expect(await postsOf(submissionId)).toBe(2)
  expect(await balancesOf(site.app)).toEqual({ cards: 9200, fees: 184, 'cash:unassigned': -9384 })
})

test.each([
  ['is accepted', false, 'dana@mail.example', 'sent'],
  ['was paid after a lost answer', true, 'dana@mail.example', 'paid'],
  ['waits for its receiver after a lost answer', true, 'unclaimed@mail.example', 'sent'],
] as const)('a request that %s leaves one audit entry of the server', async (_, isLost, receiver, state) => {
  await using site = await openPayPalSite(fake)
  if (isLost) await fake.fail({ operation: 'create', when: 'after', how: 'close' })
  const { payoutId } = await site.sent(receiver)
  await site.work()
  if (isLost) await site.later(10)
  expect((await payout(site, payoutId)).state).toBe(state)
  const entries = site.app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'payout.sent')
  expect(await entries.execute()).toMatchObject([{ object_id: payoutId, actor_id: null, detail: 'by PayPal' }])
})

test('three server errors and an acceptance are four requests with one key and one item', async () => {
  await using site = await openPayPalSite(fake)
  await fake.fail({ operation: 'create', when: 'before', status: 500, times: 3 })
  const { submissionId, payoutId } = await site.sent()
  await site.work()
  for (const seconds of [10, 30, 60]) {
    expect((await payout(site, payoutId)).state).toBe('sending')
    await site.later(seconds - 1)
    await site.later(1)
  }
  expect((await payout(site, payoutId)).state).toBe('sent')
  expect(await postsOf(submissionId)).toBe(4)
  expect(await itemsOf(payoutId)).toHaveLength(1)
})

test('PayPal says how long to wait before the request is repeated', async () => {
  await using site = await openPayPalSite(fake)
  await fake.fail({ operation: 'create', when: 'before', status: 429, headers: { 'retry-after': '90' } })
  const { submissionId } = await site.sent()
  await site.work()
  await site.later(89)
  expect(await postsOf(submissionId)).toBe(1)
  await site.later(1)
  expect(await postsOf(submissionId)).toBe(2)
})

test('a duplicate that does not name the first payment waits for a person, without another request', async () => {
  await using site = await openPayPalSite(fake)
  await fake.set({ duplicateLinks: false })
  await fake.fail({ operation: 'create', when: 'after', how: 'close' })
  const { submissionId, payoutId } = await site.sent()
  await site.work()
  await site.later(10)
  expect(await attention(site)).toEqual(['unknown'])
  await site.later(600)
  expect(await postsOf(submissionId)).toBe(2)
  expect((await payout(site, payoutId)).attempts).toMatchObject([{ error: 'DUPLICATE_WITHOUT_LINK' }])
})

test('a refusal of a repeat is not final: the first request may have paid', async () => {
  await using site = await openPayPalSite(fake)
  await fake.fail({ operation: 'create', when: 'before', status: 500 })
  const { payoutId } = await site.sent()
  await site.work()
  await fake.set({ openingBalanceCents: 0 })
  await site.later(10)
  expect(await payout(site, payoutId)).toMatchObject({ state: 'sending', attempts: [{ error: 'refused-repeat' }] })
  expect((await site.boss.api.payouts.totals()).paypal).toMatchObject({ paused: { reason: 'funds' } })
  await fake.set({ openingBalanceCents: 100_000_000 })
  await site.later(30)
  expect((await payout(site, payoutId)).state).toBe('sent')
})

test('a receiver that PayPal refuses after a lost answer needs a person at once', async () => {
  await using site = await openPayPalSite(fake)
  await fake.fail({ operation: 'create', when: 'before', how: 'close' })
  const { submissionId, payoutId } = await site.sent('invalid@mail.example')
  await site.work()
  await site.later(10)
  expect(await payout(site, payoutId)).toMatchObject({ state: 'sending', attention: 'unknown' })
  await site.later(600)
  expect(await postsOf(submissionId)).toBe(2)
})

test('a request that PayPal had no time for is none: a refusal of the next one is final', async () => {
  await using site = await openPayPalSite(fake)
  await fake.fail({ operation: 'create', when: 'before', status: 429, times: 2 })
  const { submissionId, payoutId } = await site.sent('invalid@mail.example')
  await site.work()
  await site.later(10)
  expect(await payout(site, payoutId)).toMatchObject({ state: 'sending', attempts: [{ state: 'calling' }] })
  await site.later(30)
  expect(await payout(site, payoutId)).toMatchObject({ state: 'failed', isOwed: true })
  expect((await site.dana.api.transactions.get({ id: submissionId })).status).toBe('failed')
})

test('requests that PayPal has no time for go on after a day, because none of them counts', async () => {
  await using site = await openPayPalSite(fake)
  await fake.fail({ operation: 'create', when: 'before', status: 429, times: 2 })
  const { payoutId } = await site.sent()
  await site.work()
  await site.later(2 * DAY)
  expect(await attention(site)).toEqual([])
  await site.later(300)
  expect((await payout(site, payoutId)).state).toBe('sent')
})

test('an attempt of a process that died is repeated when its lease ends, also if its request was acted upon', async () => {
  await using site = await openPayPalSite(fake)
  const [asked, unasked] = [await site.sent(), await site.sent()]
  const leased = await leaseAttempts(site.app.ctx, 5)
  const { before } = leased.find((each) => each.before.payout_id === asked.payoutId) ?? {}
  expect(leased).toHaveLength(2)
  const request = { recipientType: 'EMAIL', receiver: 'dana@mail.example', note: '', isRepeat: false } as const
  const same = { key: before?.key ?? '', payoutId: asked.payoutId, amountCents: 9200 }
  await payPalOf(site.app).createPayout({ ...request, ...same })
  await site.later(119)
  expect([await postsOf(asked.submissionId), await postsOf(unasked.submissionId)]).toEqual([1, 0])
  await site.later(1)
  expect([await postsOf(asked.submissionId), await postsOf(unasked.submissionId)]).toEqual([2, 1])
  for (const { payoutId } of [asked, unasked]) expect(await itemsOf(payoutId)).toHaveLength(1)
  expect((await payout(site, asked.payoutId)).state).toBe('paid')
})

test('a refusal that arrives after the lease has ended changes nothing', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId } = await site.sent()
  const [late] = await leaseAttempts(site.app.ctx, 5)
  if (!late) throw new Error('Nothing was leased.')
  site.app.clock.advance(120_000)
  const [next] = await leaseAttempts(site.app.ctx, 5)
  await recordOutcome(site.app.ctx, late, { outcome: 'sender-refused', problem: 'funds', error: undefined })
  expect((await payout(site, payoutId)).state).toBe('sending')
  if (next) await runAttempt(site.app.ctx, payPalOf(site.app), next)
  expect((await payout(site, payoutId)).state).toBe('sent')
})

test('an answer about another payment is not believed', async () => {
  await using site = await openPayPalSite(fake)
  const [one, other] = [await site.sent(), await site.sent()]
  await site.work()
  const [batch] = await itemsOf(other.payoutId)
  await site.app.ctx.db
    .updateTable('payout_attempts')
    .set({ provider_batch: batch?.batchId ?? '' })
    .where('payout_id', '=', one.payoutId)
    .execute()
  await site.later(10)
  const unknown = await payout(site, one.payoutId)
  expect(unknown).toMatchObject({ state: 'sent', attention: 'unknown' })
  const { id, version } = unknown
  await expect(site.boss.api.payouts.settleUnknown({ id, version, outcome: 'not-sent' })).rejects.toThrow(
    payoutMessages.wasAccepted,
  )
  expect((await payout(site, other.payoutId)).state).toBe('paid')
})

test('a lost answer of the time when the clock was far ahead is left to a person: PayPal forgets keys', async () => {
  await using site = await openPayPalSite(fake)
  const start = site.app.clock.now().getTime()
  site.app.clock.set(start + 365 * DAY * 1000)
  await fake.fail({ operation: 'create', when: 'after', how: 'close' })
  const { submissionId, payoutId } = await site.sent()
  await site.work()
  site.app.clock.set(start)
  await site.work()
  expect(await payout(site, payoutId)).toMatchObject({ state: 'sending', attention: 'unknown' })
  for (let days = 0; days < 40; days += 8) await site.later(8 * DAY)
  expect(await postsOf(submissionId)).toBe(1)
})

/** A payout of which nothing is known after a day of requests. */
async function anUnknownOne(site: PayPalSite) {
  await fake.fail({ operation: 'create', when: 'before', status: 500, times: 1000 })
  const order = await site.sent()
  await site.work()
  expect(await attention(site)).toEqual([])
  await site.later(DAY)
  await fake.endFaults()
  const posts = await postsOf(order.submissionId)
  await site.later(DAY)
  expect(await postsOf(order.submissionId)).toBe(posts)
  expect(await attention(site)).toEqual(['unknown'])
  return order
}

test('after a day without a clear answer a person records what PayPal shows, with its reference', async () => {
  await using site = await openPayPalSite(fake)
  const { submissionId, payoutId: id } = await anUnknownOne(site)
  const { version } = await payout(site, id)
  const settle = (reference: string) => site.boss.api.payouts.settleUnknown({ id, version, outcome: 'paid', reference })
  await expect(settle('')).rejects.toThrow('Enter the reference')
  expect(await settle('PP-1')).toMatchObject({ state: 'paid', reference: 'PP-1' })
  expect((await site.dana.api.transactions.get({ id: submissionId })).status).toBe('completed')
  expect(await balancesOf(site.app)).toEqual({ cards: 9200, 'cash:unassigned': -9200 })
})

test('that PayPal does not know it takes two people; then it is sent with a new key', async () => {
  await using site = await openPayPalSite(fake)
  const { submissionId, payoutId: id } = await anUnknownOne(site)
  const fay = await site.app.colleague('finance')
  const deny = async (by: Person) =>
    by.api.payouts.settleUnknown({ id, version: (await payout(site, id)).version, outcome: 'not-sent' })
  expect((await deny(fay)).state).toBe('sending')
  expect((await deny(fay)).state).toBe('sending')
  expect((await deny(site.boss)).state).toBe('ready')
  await site.boss.api.payouts.sendNow({ ids: [id] })
  await site.work()
  expect((await itemsOf(id)).map(({ key }) => key)).toEqual([`${submissionId}-1-a2`])
  await expect(deny(fay)).rejects.toThrow('The server knows what became of this payout')
})
