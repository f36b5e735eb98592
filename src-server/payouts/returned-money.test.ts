import { expect } from 'vitest'
import { controlsMessages } from '#shared/controls.ts'
import { checkedAgainReason } from '#shared/payout.ts'
import { policyDefaults } from '#shared/policy.ts'
import { payPalFormat } from '#shared/statement.ts'
import { test } from '../testing/test-support/app-test.ts'
import { releaseAll } from '../testing/test-support/controls.ts'
import { aBoughtCard, itemOf } from '../testing/test-support/inventory.ts'
import { anApproval, balancesOf, livePayoutOf } from '../testing/test-support/payouts.ts'
import { fakePayPalOfFile, openPayPalSite } from '../testing/test-support/paypal-site.ts'
import { aBankAccount, bankStatement, payPalActivity } from '../testing/test-support/statement-files.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-support/test-app.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'

async function site() {
  const app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aBoughtCard(app, dana, boss)
  const { payout_id: id } = await itemOf(app.ctx.db, submissionId)
  const { version } = await boss.api.payouts.get({ id })
  const record = (more: { amount?: number; on?: string; reference?: string }) =>
    boss.api.payouts.recordReturn({ id, version, code: 'bank', ...more })
  return { app, dana, boss, submissionId, id, record, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

test('what the bank kept of a return is a fee, and the seller is still owed all of it', async () => {
  await using shop = await site()
  const { app, dana, submissionId } = shop
  const on = app.clock.now().toISOString().slice(0, 10)
  await shop.record({ amount: 90, on, reference: 'RET-5' })
  expect(await balancesOf(app)).toEqual({
    cards: 9200,
    'cash:unassigned': -200,
    fees: 200,
    [`payable:${dana.id}`]: -9200,
  })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  expect(await app.ctx.db.selectFrom('payouts').selectAll().where('id', '=', shop.id).executeTakeFirst()).toMatchObject(
    { returned_cents: 9000, returned_on: on, returned_reference: 'RET-5' },
  )
  const method = { type: 'paypal', details: 'dana.new@mail.example' } as const
  await dana.api.transactions.changePayout({ id: submissionId, method, currentPassword: customerPassword })
  const next = await livePayoutOf(app, submissionId)
  const { holds } = await shop.boss.api.payouts.get({ id: next.id })
  expect(holds.map(({ kind }) => kind)).toContain('second-person')
})

test('without an amount all of it came back', async () => {
  await using shop = await site()
  await shop.record({})
  expect(await balancesOf(shop.app)).toEqual({ cards: 9200, [`payable:${shop.dana.id}`]: -9200 })
})

test.each([
  [{ amount: 92.01 }, 'Enter an amount above $0.00 and at most $92.00, which was paid.', 'amount'],
  [{ amount: 0 }, 'Enter an amount above $0.00 and at most $92.00, which was paid.', 'amount'],
  [{ amount: -5 }, 'Enter the amount in dollars with at most two decimals.', 'amount'],
  [{ amount: 1.005 }, 'Enter the amount in dollars with at most two decimals.', 'amount'],
  [{ on: '2031-01-01' }, 'Enter a day that has passed.', 'on'],
  [{ on: '2001-01-01' }, 'Enter a day on which the payout was already sent, or a later one.', 'on'],
])('a return with %j is refused, and nothing changes', async (more, message, field) => {
  await using shop = await site()
  await expect(shop.record(more)).rejects.toMatchObject({ message, cause: { code: 'bad_request', detail: { field } } })
  expect(await balancesOf(shop.app)).toEqual({ cards: 9200, 'cash:unassigned': -9200 })
})

const method = { type: 'zelle', details: '(212) 555-0187' } as const

/** A site where finance has paid an order by hand, and says that the money came back. */
async function open(app: TestApp) {
  const dana = await app.customer()
  const [boss, rob, fay] = [await app.staff(), await app.colleague('reviewer'), await app.colleague('finance')]
  const values = { ...policyDefaults.payouts, accountChangedHoldHours: 0 }
  await boss.api.admin.policies.change({ name: 'payouts', base: 0, values })
  const bank = await aBankAccount(fay)
  const { submissionId: id, payoutId } = await anApproval(app, dana, rob)
  const begin = async (version: number) => (await fay.api.payouts.begin({ id: payoutId, version })).payout
  const ready = await fay.api.payouts.releaseLock({ id: payoutId, version: (await begin(1)).version })
  const { version } = await begin(ready.version)
  const paid = await fay.api.payouts.markSent({ id: payoutId, version, reference: 'CA-1' })
  const returned = await fay.api.payouts.recordReturn({ id: payoutId, version: paid.version, code: 'details' })
  const change = () => dana.api.transactions.changePayout({ id, method, currentPassword: customerPassword })
  return { dana, boss, rob, fay, bank, id, returned, change }
}

test('what follows a return by hand waits for a second person, who did not record it', async ({ app }) => {
  const { boss, fay, id, change } = await open(app)
  await change()
  const held = await livePayoutOf(app, id)
  const key = { id: held.id, version: held.version }
  expect(await boss.api.payouts.get({ id: held.id })).toMatchObject({
    state: 'held',
    holds: [{ kind: 'second-person', note: 'It replaces a payout whose return a person recorded.' }],
  })
  await expect(fay.api.payouts.release(key)).rejects.toThrow(controlsMessages.involved)
  expect((await boss.api.payouts.release(key)).state).toBe('ready')
})

test('once a line of the bank confirms the return, the amount decides what follows', async ({ app }) => {
  const { fay, bank, id, returned, change } = await open(app)
  const lines = [-9200, 9200].map((cents) => ({ day: '2026-11-20', text: `CASH APP ${returned.id}`, cents }))
  await fay.api.statements.import({ id: bank, csv: bankStatement(2_500_000, lines.slice(0, 1)) })
  const close = () => fay.api.payouts.closeDebt({ id: returned.id, version: returned.version, note: 'Paid twice.' })
  const { waiting } = await close()
  await fay.api.waitingActs.cancel({ id: waiting?.id ?? '' })
  await fay.api.statements.import({ id: bank, csv: bankStatement(2_490_800, lines.slice(1)) })
  await change()
  expect((await livePayoutOf(app, id)).state).toBe('ready')
})

test('a line that is matched with an attempt that was put back confirms no return', async ({ app }) => {
  const { fay, bank, id, change } = await open(app)
  const csv = bankStatement(2_500_000, [{ day: '2026-11-17', text: 'DEPOSIT', cents: 9200 }])
  await fay.api.statements.import({ id: bank, csv })
  const [line] = (await fay.api.statements.lines({ state: 'open' })).data
  await fay.api.statements.matchLine({ id: line?.id ?? '', movements: [`reversal:${id}-1-a1`] })
  await change()
  expect((await livePayoutOf(app, id)).state).toBe('held')
})

test('an approval after the debt was closed waits too, and `completed` does not go around it', async ({ app }) => {
  const { boss, rob, fay, id, returned } = await open(app)
  await boss.api.payouts.closeDebt({ id: returned.id, version: returned.version, note: 'Paid twice.' })
  await releaseAll(fay)
  await expect(boss.api.admin.submissions.setStatus({ submissionId: id, status: 'completed' })).rejects.toThrow(
    'came back, so another one needs a second person. Approve it, and someone else releases it.',
  )
  await rob.api.admin.review.approve({ submissionId: id })
  expect((await livePayoutOf(app, id)).state).toBe('held')
})

test('the insider report counts the returns that a person recorded', async ({ app }) => {
  const { boss, fay, returned } = await open(app)
  const period = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }
  const { members } = await boss.api.admin.insiderReport(period)
  expect(members.map(({ id, figures }) => [id, figures.returns])).toContainEqual([fay.id, 1])
  const items = await boss.api.admin.insiderItems({ ...period, staffId: fay.id, figure: 'returns' })
  expect(items.data).toMatchObject([{ action: 'payout.returned', payoutId: returned.id, detail: 'details' }])
})

test('an order whose payout finance cancels is in the queue again, with the reason as a note and the truth for the customer', async () => {
  await using app = await createTestApp()
  const [dana, rob, fay] = [await app.customer(), await app.colleague('reviewer'), await app.colleague('finance')]
  const { submissionId, payoutId: id } = await anApproval(app, dana, rob)
  const note = 'The card was reported as stolen.'
  expect(await fay.api.payouts.cancel({ id, version: 1, note })).toMatchObject({
    state: 'canceled',
    failureMessage: note,
  })
  const order = await dana.api.transactions.get({ id: submissionId })
  expect(order).toMatchObject({ status: 'pending', statusReason: checkedAgainReason, stage: 'waiting' })
  expect(order).not.toHaveProperty('payout')
  expect(JSON.stringify(order)).not.toContain('stolen')
  const mail = (await app.mails()).at(-1)
  expect([mail?.to, mail?.text]).toEqual([dana.email, expect.stringContaining(checkedAgainReason)])
  const { data } = await rob.api.admin.submissions.list({ status: 'open', sort: 'oldest' })
  expect(data.map((each) => each.id)).toEqual([submissionId])
  const review = await rob.api.admin.review.get({ submissionId })
  expect(review.notes).toMatchObject([{ text: note, author: expect.stringMatching(/^finance/) }])
  await rob.api.admin.review.approve({ submissionId })
  expect((await livePayoutOf(app, submissionId)).idempotency_key).toBe(`${submissionId}-2`)
})

const fake = await fakePayPalOfFile()

const support = /contact|support/i
const cameBack = /c[ao]mes? back|returned/i

/** A payout that PayPal ends this way: what the customer reads on the page of the order and in the last e-mail. */
async function ended(status: 'FAILED' | 'RETURNED', error?: string) {
  await using site = await openPayPalSite(fake)
  const { submissionId: id, payoutId } = await site.sent('pending@mail.example')
  await site.work()
  await fake.setStatus(payoutId, status, error)
  await site.later(10)
  const { statusReason, payout } = await site.dana.api.transactions.get({ id })
  return { statusReason, message: payout?.message, mail: (await site.app.mails()).at(-1)?.text ?? '' }
}

test.each([
  ['RECEIVER_UNREGISTERED', 'The payout could not be paid because the payment details are wrong.'],
  ['RECEIVING_LIMIT_EXCEEDED', 'Your payment account has reached its limit.'],
  ['RECEIVER_ACCOUNT_LOCKED', 'Your payment provider refused the payout.'],
  [undefined, 'Your payment provider refused the payout.'],
] as const)('a payout that PayPal fails with %s was refused and did not come back', async (error, reason) => {
  const { statusReason, message, mail } = await ended('FAILED', error)
  expect([statusReason, message]).toEqual([reason, 'The payout of $92.00 could not be paid.'])
  expect(mail).toContain(reason)
  expect(mail).not.toMatch(cameBack)
})

test.each([
  ['RECEIVER_UNREGISTERED', 'The payout came back because the payment details are wrong.'],
  ['RECEIVER_REFUSED', 'Your payment provider returned the payout.'],
] as const)('a payout that PayPal returns with %s came back', async (error, reason) => {
  const { statusReason, message } = await ended('RETURNED', error)
  expect([statusReason, message]).toEqual([reason, 'The payout of $92.00 came back.'])
})

test.each(['FAILED', 'RETURNED'] as const)(
  'the e-mail about a payout that is %s names another way to be paid first, and support after it',
  async (status) => {
    const { mail } = await ended(status)
    expect(mail.search(/choose another way to be paid/i)).toBeGreaterThan(0)
    expect(mail.search(support)).toBeGreaterThan(mail.lastIndexOf('Choose another way to be paid'))
  },
)

test('the e-mail about another account of a refused payout does not say that it came back', async () => {
  await using site = await openPayPalSite(fake)
  const { submissionId: id } = await site.sent('failed@mail.example')
  await site.work()
  await site.later(10)
  const method = { type: 'cashapp', details: '$dana_elsewhere' } as const
  await site.dana.api.transactions.changePayout({ id, method, currentPassword: customerPassword })
  const mail = (await site.app.mails()).find(({ kind }) => kind === 'destination-changed')
  expect(mail?.text).toContain('a payout that did not reach you goes to')
  expect(mail?.text).not.toMatch(cameBack)
})

test('the reason of a refused payout is not offered to staff as one of their own', async () => {
  await using site = await openPayPalSite(fake)
  for (let order = 0; order < 3; order++) {
    await site.sent('failed@mail.example')
    await site.work()
    await site.later(10)
  }
  const offered = await site.boss.api.admin.review.savedReasons({ status: 'failed', cardBrand: 'apple' })
  expect(offered.filter(({ isCustom }) => isCustom)).toEqual([])
})

test('a fee that PayPal gave back with the payment is not reversed with the import that booked it', async () => {
  await using site = await openPayPalSite(fake)
  const { statements } = site.boss.api
  const day = site.app.clock.now().toISOString().slice(0, 10)
  const paypal = { name: 'PayPal', provider: 'paypal', methods: ['paypal'], format: payPalFormat }
  const id = await aBankAccount(site.boss, { ...paypal, openingOn: day })
  const { payoutId } = await site.sent('pending@mail.example')
  await site.work()
  const line = { day, type: 'Mass Pay Payment', name: 'Dana', gross: -9200, fee: -184, transactionId: '8RX12345AB' }
  const csv = payPalActivity(2_500_000, [{ ...line, customNumber: payoutId }])
  const matched = async () => (await statements.import({ id, csv })).matched.count
  expect(await matched()).toBe(1)
  await fake.setStatus(payoutId, 'RETURNED')
  await site.later(24 * 60 * 60)
  expect(await site.boss.api.payouts.get({ id: payoutId })).toMatchObject({ state: 'returned' })
  const [made] = await statements.imports({ id })
  await statements.takeBack({ id: made?.id ?? '' })
  expect(await balancesOf(site.app)).not.toHaveProperty('fees')
  expect(await matched()).toBe(1)
})
