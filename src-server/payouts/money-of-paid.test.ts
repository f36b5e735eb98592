import { expect, test } from 'vitest'
import { type PaidMoney, payoutMessages } from '#shared/payout.ts'
import { transactionTotals } from '#shared/seller-money.ts'
import { setControls } from '../testing/test-support/controls.ts'
import { aBoughtCard, itemOf } from '../testing/test-support/inventory.ts'
import { anApproval, balancesOf } from '../testing/test-support/payouts.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'

async function site() {
  const app = await createTestApp()
  const [dana, boss] = [await app.customer('Dana Reyes'), await app.staff()]
  const submissionId = await aBoughtCard(app, dana, boss)
  const change = (as: Person, payout?: PaidMoney, status = 'rejected') =>
    app.request('PATCH', `/api/submissions/${submissionId}/status`, {
      as,
      body: { status, reason: 'It is empty.', payout },
    })
  const payoutOf = async () => (await boss.api.payouts.list({ search: submissionId })).data[0]
  return { app, dana, boss, submissionId, change, payoutOf, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

const isRight = async ({ ctx }: TestApp) => expect(await verifyLedger(ctx.db)).not.toHaveProperty('problem')

/** What was paid to this seller, as the directory of users and the seller's own list say. */
async function paidTo(boss: Person, seller: Person) {
  const { data } = await boss.api.admin.users.list({})
  const user = data.find(({ id }) => id === seller.id)
  const { paid } = transactionTotals(await seller.api.transactions.list())
  return [user?.totalPayoutAmount, paid]
}

test.each(['failed', 'rejected', 'pending', 'processing'])(
  'a paid order becomes %s only with what became of its money',
  async (status) => {
    await using shop = await site()
    const { app, dana, boss, submissionId } = shop
    const before = await balancesOf(app)
    const answer = await shop.change(boss, undefined, status)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe(payoutMessages.saysNothingOfMoney)
    for (const word of ['sent:', 'returned:', 'never-sent:']) expect(answer.json().message).toContain(word)
    expect(await dana.api.transactions.get({ id: submissionId })).toMatchObject({ status: 'completed' })
    expect(await balancesOf(app)).toEqual(before)
  },
)

test("'sent': the order is rejected, its money stays paid, and the seller reads both in one sentence", async () => {
  await using shop = await site()
  const { app, dana, boss, submissionId } = shop
  const before = await balancesOf(app)
  expect((await shop.change(boss, 'sent')).statusCode).toBe(200)
  expect(await dana.api.transactions.get({ id: submissionId })).toMatchObject({
    status: 'rejected',
    stage: 'paid',
    payout: { state: 'paid', message: '$92.00 was paid to Cash App $da…r. The order was rejected after that.' },
  })
  const mail = (await app.mails()).at(-1)
  expect(mail?.text).toContain('is Rejected now. Our payment of $92.00 for it was sent.')
  expect(mail?.text).not.toMatch(/paid nothing|not made|sell the card again/i)
  expect(await balancesOf(app)).toEqual(before)
  expect(await itemOf(app.ctx.db, submissionId)).toMatchObject({ state: 'in-stock' })
  expect(await paidTo(boss, dana)).toEqual([92, 92])
})

test("'returned': a return that needs a second person is recorded under Payouts", async () => {
  await using shop = await site()
  const { app, boss } = shop
  await setControls(app, { secondPersonFrom: 9200 })
  const before = await balancesOf(app)
  const answer = await shop.change(boss, 'returned', 'failed')
  expect([answer.statusCode, answer.json().message]).toEqual([409, payoutMessages.returnWaits])
  expect(await balancesOf(app)).toEqual(before)
})

test("'returned': the return is booked with the status, the card leaves the stock, and nothing counts as paid", async () => {
  await using shop = await site()
  const { app, dana, boss, submissionId } = shop
  expect((await shop.change(boss, 'returned', 'failed')).statusCode).toBe(200)
  expect(await dana.api.transactions.get({ id: submissionId })).toMatchObject({ status: 'failed', stage: 'returned' })
  expect(await shop.payoutOf()).toMatchObject({ state: 'returned', isOwed: true })
  expect(await balancesOf(app)).toEqual({ cards: 9200, [`payable:${dana.id}`]: -9200 })
  expect(await itemOf(app.ctx.db, submissionId)).toMatchObject({ state: 'withdrawn' })
  expect(await paidTo(boss, dana)).toEqual([0, 0])
  await isRight(app)
})

test("'never-sent': the payment is reversed and its payout canceled, and the order can be approved again", async () => {
  await using shop = await site()
  const { app, dana, boss, submissionId } = shop
  const former = (await shop.payoutOf())?.id
  expect((await shop.change(boss, 'never-sent', 'processing')).statusCode).toBe(200)
  expect(await shop.payoutOf()).toMatchObject({ id: former, state: 'canceled' })
  expect(await balancesOf(app)).toEqual({})
  expect(await itemOf(app.ctx.db, submissionId)).toMatchObject({ state: 'withdrawn' })
  const order = await dana.api.transactions.get({ id: submissionId })
  expect(order).toMatchObject({ status: 'processing', stage: 'checking' })
  expect(order).not.toHaveProperty('payout')
  expect(await paidTo(boss, dana)).toEqual([0, 0])
  await isRight(app)
  await boss.api.admin.review.approve({ submissionId })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  expect(await paidTo(boss, dana)).toEqual([92, 92])
  expect(await itemOf(app.ctx.db, submissionId)).toMatchObject({ state: 'in-stock' })
  await isRight(app)
})

test.each([
  ['returned', { state: 'returned', isOwed: true }],
  ['never-sent', { state: 'canceled' }],
] as const)("'%s' is booked too when the status was changed before with its money as sent", async (money, payout) => {
  await using shop = await site()
  for (const each of ['sent', money] as const)
    expect((await shop.change(shop.boss, each, each === 'sent' ? 'rejected' : 'failed')).statusCode).toBe(200)
  expect(await shop.payoutOf()).toMatchObject(payout)
  await isRight(shop.app)
})

test.each([
  ['returned', 9200],
  ['never-sent', undefined],
] as const)("'%s': a card that is gone is not in stock when its write-off is corrected", async (money, cost) => {
  await using shop = await site()
  const { app, boss, submissionId: id } = shop
  const lost = await boss.api.inventory.dispose({ id, version: 1, kind: 'written-off', cause: 'lost' })
  await shop.change(boss, money, 'failed')
  const disposition = lost.dispositions[0]?.id ?? ''
  await boss.api.inventory.correct({ id, version: lost.version, disposition, note: 'Found.' })
  expect(await itemOf(app.ctx.db, id)).toMatchObject({ state: 'withdrawn' })
  expect((await balancesOf(app)).cards).toBe(cost)
  await isRight(app)
})

test('a decision that books money cannot be undone; one that keeps it can', async () => {
  await using shop = await site()
  const { boss, submissionId } = shop
  const input = { submissionId, status: 'rejected', reason: 'It is empty.', undoable: true } as const
  const kept = await boss.api.admin.submissions.setStatus({ ...input, payout: 'sent' })
  expect(kept.undoUntil).toBeDefined()
  await boss.api.admin.review.undoStatus({ submissionId, version: kept.version })
  const booked = await boss.api.admin.submissions.setStatus({ ...input, payout: 'never-sent' })
  expect(booked).not.toHaveProperty('undoUntil')
})

test('a reviewer changes the status, and is refused to book what needs the permission to pay', async () => {
  await using shop = await site()
  const { app, dana } = shop
  const rita = await app.colleague('reviewer')
  for (const payout of ['returned', 'never-sent'] as const) {
    const answer = await shop.change(rita, payout)
    expect([answer.statusCode, answer.json().message]).toEqual([403, payoutMessages.onlyPayReturns])
  }
  expect(await dana.api.transactions.get({ id: shop.submissionId })).toMatchObject({ status: 'completed' })
  expect((await shop.change(rita, 'sent')).statusCode).toBe(200)
})

test('a payment of a provider or one that was set off is not marked as never sent', async () => {
  await using shop = await site()
  const { app, boss } = shop
  await app.ctx.db.updateTable('payouts').set({ provider: 'paypal' }).execute()
  const answer = await shop.change(boss, 'never-sent')
  expect([answer.statusCode, answer.json().message]).toEqual([409, payoutMessages.notByHand])
  await app.ctx.db.updateTable('payouts').set({ provider: 'set-off' }).execute()
  expect((await shop.change(boss, 'returned')).json().message).toBe(payoutMessages.wasSetOff)
})

test('a bulk action names each paid order without a choice, and takes one choice for all', async () => {
  await using shop = await site()
  const { app, dana, boss, submissionId } = shop
  const other = await anApproval(app, dana, boss)
  const versionOf = async (id: string) => (await boss.api.admin.review.get({ submissionId: id })).submission.version
  const items = [
    { submissionId, version: await versionOf(submissionId) },
    { submissionId: other.submissionId, version: await versionOf(other.submissionId) },
  ]
  const decision = { status: 'rejected', reason: 'It is empty.' } as const
  const [paid, unpaid] = await boss.api.admin.review.setStatuses({ items, ...decision })
  expect(paid).toMatchObject({ ok: false, message: payoutMessages.saysNothingOfMoney })
  expect(unpaid).toMatchObject({ ok: true })
  const again = await boss.api.admin.review.setStatuses({ items: items.slice(0, 1), ...decision, payout: 'returned' })
  expect(again).toMatchObject([{ ok: true }])
  expect(await shop.payoutOf()).toMatchObject({ state: 'returned' })
  await isRight(app)
})

test('a paid payout is not canceled under Payouts: only a status change says that it was never sent', async () => {
  await using shop = await site()
  const { app, boss } = shop
  const before = await balancesOf(app)
  const paid = await shop.payoutOf()
  const cancel = { id: paid?.id ?? '', version: paid?.version ?? 0, note: 'By mistake.' }
  await expect(boss.api.payouts.cancel(cancel)).rejects.toMatchObject({ cause: { code: 'conflict' } })
  expect(await balancesOf(app)).toEqual(before)
})
