import { expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { problemMessages } from '#shared/problem.ts'
import { encryptDestination } from '../payouts/destination.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { releaseDuePayouts } from '../payouts/payout-holds.ts'
import { DAY_MS } from '../platform/clock.ts'
import { aRefund, refundOf } from '../testing/test-support/appeals.ts'
import { releaseAll, setControls } from '../testing/test-support/controls.ts'
import { aPaymentMethod } from '../testing/test-support/factories.ts'
import { startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { itemOf } from '../testing/test-support/inventory.ts'
import { balancesOf } from '../testing/test-support/payouts.ts'
import { openPayPalSite } from '../testing/test-support/paypal-site.ts'
import { aProblem, today } from '../testing/test-support/problems.ts'
import { aBankAccount, bankStatement } from '../testing/test-support/statement-files.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const currentPassword = customerPassword
const method = { type: 'paypal', details: 'dana@mail.example' } as const

async function pay({ api }: Person, id: string, account?: string) {
  const { payout } = await api.payouts.begin({ id, version: (await api.payouts.get({ id })).version })
  return api.payouts.markSent({ id, version: payout.version, reference: 'ZELLE-9', account })
}
const debtOf = async ({ api }: Person) => (await api.transactions.debts())[0]
const historyOf = async ({ api }: Person, id: string) => (await api.transactions.get({ id })).history
const isRight = async ({ ctx }: TestApp) => expect(await verifyLedger(ctx.db)).not.toHaveProperty('problem')

test('a refund goes where the order was paid, and waits for a second person who did not answer the appeal', async () => {
  await using app = await createTestApp()
  const before = () => setControls(app, { secondPersonFrom: 6300 })
  const { dana, boss, fay, submissionId, id } = await aRefund(app, before)
  const [paid] = (await boss.api.payouts.list({ search: submissionId })).data.filter(({ isRefund }) => !isRefund)
  const refund = await boss.api.payouts.get({ id })
  const sameWay = { method: paid?.method, destination: paid?.destination, payeeName: paid?.payeeName }
  expect(refund).toMatchObject({ amount: 30, isRefund: true, state: 'held', submissionId, ...sameWay })
  expect(refund.holds).toMatchObject([{ kind: 'second-person' }])
  expect(await debtOf(dana)).toMatchObject({ open: 0, repaid: 0, refund: { amount: 30, state: 'held', isHeld: true } })
  const release = { id, version: refund.version, holdId: refund.holds[0]?.id ?? '' }
  await expect(fay.api.payouts.lift(release)).rejects.toMatchObject({ cause: { code: 'forbidden' } })
  const cancel = { id, version: refund.version, note: 'No.' }
  await expect(boss.api.payouts.cancel(cancel)).rejects.toThrow(payoutMessages.isRefund)
  await (await app.colleague('finance')).api.payouts.lift(release)
  expect(await boss.api.payouts.get({ id })).toMatchObject({ state: 'ready' })
  expect(await balancesOf(app)).toMatchObject({ [`payable:${dana.id}`]: -3000, losses: 9200 })
  await isRight(app)
})

test('a refund is paid by hand from an account, matches its line, and the order and its card stay as they are', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, submissionId, id } = await aRefund(app)
  const [before, item] = [await historyOf(dana, submissionId), await itemOf(app.ctx.db, submissionId)]
  const account = await aBankAccount(boss)
  await pay(fay, id, account)
  expect(await debtOf(dana)).toMatchObject({ refund: { state: 'paid', reference: 'ZELLE-9' } })
  expect(await historyOf(dana, submissionId)).toEqual(before)
  expect(await itemOf(app.ctx.db, submissionId)).toEqual(item)
  expect(await balancesOf(app)).toMatchObject({ [`cash:${account}`]: 2_497_000, losses: 9200 })
  const csv = bankStatement(2_500_000, [{ day: today(app), text: 'ZELLE-9', cents: -3000 }])
  await boss.api.statements.import({ id: account, csv })
  expect((await boss.api.statements.lines()).data).toMatchObject([{ state: 'reconciled' }])
  expect(await boss.api.payouts.get({ id })).toHaveProperty('reconciledAt')
  await isRight(app)
})

test('a refund that comes back is owed, and goes out again as its seller chooses', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, submissionId, id } = await aRefund(app)
  const before = await historyOf(dana, submissionId)
  const { version } = await pay(fay, id)
  await boss.api.payouts.recordReturn({ id, version, code: 'bank' })
  expect(await debtOf(dana)).toMatchObject({ refund: { isOwed: true, message: 'The refund of $30.00 came back.' } })
  await isRight(app)
  await dana.api.transactions.changePayout({ id: submissionId, method, currentPassword })
  const again = await refundOf(app)
  expect(again).not.toBe(id)
  expect(await boss.api.payouts.get({ id: again })).toMatchObject({ amount: 30, isRefund: true, method: 'paypal' })
  app.clock.advance(3 * DAY_MS)
  await releaseAll(await app.colleague('finance'))
  await releaseDuePayouts(app.ctx)
  await pay(await app.colleague('finance'), again)
  expect(await debtOf(await app.signInAgain(dana))).toMatchObject({ refund: { state: 'paid' } })
  expect(await historyOf(await app.signInAgain(dana), submissionId)).toEqual(before)
  await isRight(app)
})

test('without a destination on file a refund is owed until its seller chooses one; a saved method is one', async () => {
  await using app = await createTestApp()
  const erase = async ({ ctx: { db } }: TestApp) => {
    await db.updateTable('payouts').set({ details_encrypted: null }).execute()
    await db.updateTable('submissions').set({ payout_details_encrypted: null }).execute()
  }
  const { dana, boss, id } = await aRefund(app, () => erase(app))
  const unsent = { state: 'failed', isOwed: true, failureMessage: payoutMessages.noMethod }
  expect(await boss.api.payouts.get({ id })).toMatchObject(unsent)
  expect(await debtOf(dana)).toMatchObject({ refund: { isOwed: true } })
  await isRight(app)
  const { version } = await boss.api.payouts.get({ id })
  await boss.api.payouts.closeDebt({ id, version, note: 'The seller wants it given to charity.' })
  expect(await balancesOf(app)).toMatchObject({ losses: 6200 })
  await isRight(app)
  await using other = await createTestApp()
  const saved = await aRefund(other, async (seller) => {
    await aPaymentMethod(seller, { type: 'cashapp', details: '$dana_saved' })
    await erase(other)
  })
  const { destination } = await saved.boss.api.payouts.get({ id: saved.id })
  expect(destination).toMatch(/^Cash App .*d$/)
})

test('a refund that comes back after a newer one was owed is owed too, until its seller chooses for both', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, submissionId, id } = await aRefund(app)
  const [card] = (await boss.api.payouts.list({ search: submissionId })).data.filter(({ isRefund }) => !isRefund)
  await boss.api.payouts.recordReturn({ id: card?.id ?? '', version: card?.version ?? 0, code: 'bank' })
  await releaseAll(fay)
  await boss.api.payouts.recordReturn({ id, version: (await pay(fay, id)).version, code: 'bank' })
  for (const amount of [92, 30]) {
    expect(await debtOf(dana)).toMatchObject({ refund: { amount, isOwed: true } })
    await dana.api.transactions.changePayout({ id: submissionId, method, currentPassword })
    expect(await boss.api.payouts.get({ id: await refundOf(app) })).toMatchObject({ amount, state: 'held' })
  }
  expect((await debtOf(dana))?.refund).not.toHaveProperty('isOwed')
  await isRight(app)
})

test('a refund is in the figures neither bought nor paid, but less repaid in the year in which it is sent', async () => {
  await using app = await createTestApp()
  const { boss, fay, id } = await aRefund(app)
  const read = async () => {
    const { total } = await boss.api.admin.reports.business({})
    const { body } = await app.request('GET', `/api/admin/sellers.csv?year=${today(app).slice(0, 4)}`, { as: boss })
    return { bought: total.bought, paid: total.paid, losses: total.losses, seller: body.split('\r\n')[1] }
  }
  const before = await read()
  await pay(fay, id)
  const after = await read()
  expect(after).toEqual({ ...before, seller: before.seller?.replace(/,30$/, ',0') })
  expect(after.seller).not.toBe(before.seller)
})

test('a refund is not used for another debt of its seller', async () => {
  await using app = await createTestApp()
  const { dana, boss, id: payoutId } = await aRefund(app)
  const { id, version } = await aProblem(app, dana, boss)
  const reason = 'It was empty.'
  const other = await boss.api.admin.problems.decide({ id, version, decision: 'claw-back', reason })
  expect(other.offerable).toEqual([])
  const offer = { id, version: other.version, payoutId }
  await expect(boss.api.admin.problems.offer(offer)).rejects.toThrow(problemMessages.notOfferable)
})

test('PayPal pays a refund, which is owed again when it comes back, and the order stays as it is', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  const { app } = site
  const { dana, boss, submissionId, id } = await aRefund(app, async () => {
    const [paid] = await app.ctx.db.selectFrom('payouts').selectAll().execute()
    const details_encrypted = encryptDestination(app.ctx.keyring, paid?.id ?? '', method)
    await app.ctx.db.updateTable('payouts').set({ method_type: 'paypal', details_encrypted }).execute()
  })
  const before = await historyOf(dana, submissionId)
  await boss.api.payouts.sendNow({ ids: [id] })
  await site.work()
  await site.later(10)
  expect(await boss.api.payouts.get({ id })).toMatchObject({ state: 'paid', provider: 'paypal' })
  await fake.setStatus(id, 'RETURNED')
  await site.later(24 * 60 * 60)
  expect(await debtOf(await app.signInAgain(dana))).toMatchObject({ refund: { state: 'returned', isOwed: true } })
  expect(await historyOf(await app.signInAgain(dana), submissionId)).toEqual(before)
  await isRight(app)
})
