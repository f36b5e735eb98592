import { expect } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { reviewMessages } from '#shared/review.ts'
import { inServerTransaction, inTransaction } from '../platform/db/database.ts'
import { test } from '../testing/test-support/app-test.ts'
import { worksAlone } from '../testing/test-support/controls.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { dispose, itemOf } from '../testing/test-support/inventory.ts'
import { anApproval, anOrderOfReturnedPayout, balancesOf, livePayoutOf } from '../testing/test-support/payouts.ts'
import { openPayPalSite } from '../testing/test-support/paypal-site.ts'
import { aCheckOf, openRequestOf } from '../testing/test-support/requests.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { createTestClock } from '../testing/test-support/test-clock.ts'
import { createWorld } from '../testing/test-support/world.ts'
import { changePayout, changeState } from './change-payout.ts'
import { closeDebts } from './close-debts.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'
import { releaseDuePayouts } from './payout-holds.ts'

test.each([
  ['has no value', { payout_cents: 0 }],
  ['is from before payouts and names no method', { payment_type: null }],
])('an order that %s is not approved: it has no payout', async (_, columns) => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, dana)
  await app.ctx.db.updateTable('submissions').set(columns).where('id', '=', submissionId).execute()
  await expect(boss.api.admin.review.approve({ submissionId })).rejects.toThrow('This order has no payout.')
  expect((await dana.api.transactions.get({ id: submissionId })).status).toBe('pending')
  expect(await balancesOf(app)).toEqual({})
})

type Found = { brand: string; face: number; cents: number; isLost?: boolean }

/** An order of $100 at 92 percent whose payout came back, of which a check found another card since; approved again. */
async function repriced(app: TestApp, dana: Person, boss: Person, { brand, face, cents, isLost }: Found) {
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  const paid = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  if (isLost) await dispose(app, boss, submissionId, { kind: 'written-off', cause: 'lost' })
  await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  const { version } = await boss.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  const checkId = await aCheckOf(app, boss, submissionId, face)
  await boss.api.admin.requests.offer({ submissionId, version, checkId, cardBrand: brand })
  const offer = await openRequestOf(dana, submissionId)
  await dana.api.requests.accept({ id: offer, payoutAmount: cents / 100 })
  await boss.api.admin.review.approve({ submissionId })
  return { submissionId, payoutId: (await livePayoutOf(app, submissionId)).id, former: id }
}

test.each([
  ['higher', { brand: 'apple', face: 15_000, cents: 13_800 }],
  ['lower', { brand: 'steam', face: 5000, cents: 4500 }],
])('a %s price after a payout came back is owed instead of the former one, and is paid', async (_, found) => {
  const { brand, face, cents } = found
  await using app = await createTestApp()
  await worksAlone(app)
  const [dana, boss] = [await app.customer(), await app.staff()]
  const other = await anApproval(app, dana, boss)
  const { submissionId, payoutId: id, former } = await repriced(app, dana, boss, found)
  const owed = { cards: 9200 + cents, [`payable:${dana.id}`]: -(9200 + cents) }
  expect(await balancesOf(app)).toEqual(owed)
  const posted = await app.ctx.db
    .selectFrom('ledger_transfers')
    .select(['kind', 'amount_cents'])
    .where('submission_id', '=', submissionId)
    .where('payout_id', 'in', [former, id])
    .where('kind', 'in', ['approve', 'approval-reversal'])
    .orderBy('sequence')
    .execute()
  expect(posted).toEqual([
    { kind: 'approve', amount_cents: 9200 },
    { kind: 'approve', amount_cents: cents },
    { kind: 'approval-reversal', amount_cents: 9200 },
  ])
  for (const payoutId of [id, other.payoutId]) await pay(boss, payoutId, cents / 100)
  expect(await itemOf(app.ctx.db, submissionId)).toMatchObject({
    ...{ state: 'in-stock', brand, face_cents: face, left_face_cents: face, cost_cents: cents, left_cost_cents: cents },
  })
  expect(await balancesOf(app)).toEqual({ cards: 9200 + cents, 'cash:unassigned': -(9200 + cents) })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

/** Pays a payout by hand, and lifts its hold, which asks for the amount. */
async function pay({ api }: Person, id: string, amount: number) {
  const { holds, version } = await api.payouts.get({ id })
  if (holds[0]) await api.payouts.lift({ id, version, holdId: holds[0].id, amount })
  const { payout } = await api.payouts.begin({ id, version: (await api.payouts.get({ id })).version })
  return api.payouts.markSent({ id, version: payout.version, reference: id })
}

test('a card that is found again leaves the stock with a payout of another price than it was bought for', async () => {
  await using app = await createTestApp()
  await worksAlone(app)
  const [dana, boss] = [await app.customer(), await app.staff()]
  const found = { brand: 'steam', face: 5000, cents: 4500, isLost: true }
  const { submissionId: id, payoutId } = await repriced(app, dana, boss, found)
  const paid = await pay(boss, payoutId, 45)
  const { version, dispositions } = await boss.api.inventory.get({ id })
  await boss.api.inventory.correct({ id, version, disposition: dispositions[0]?.id ?? '', note: 'Found.' })
  await boss.api.payouts.recordReturn({ id: payoutId, version: paid.version, code: 'provider' })
  expect(await itemOf(app.ctx.db, id)).toMatchObject({ state: 'withdrawn' })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('an approval whose payout another server has released before its time cannot be undone', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, dana)
  const { version } = await boss.api.admin.review.approve({ submissionId, undoable: true })
  const ahead = createTestClock(new Date(app.clock.now().getTime() + 60_000).toISOString())
  await releaseDuePayouts({ ...app.ctx, clock: ahead })
  await expect(boss.api.admin.review.undoStatus({ submissionId, version })).rejects.toThrow(reviewMessages.undoTooLate)
  expect((await livePayoutOf(app, submissionId)).state).toBe('ready')
  expect((await dana.api.transactions.get({ id: submissionId })).status).toBe('processing')
  expect(await balancesOf(app)).toEqual({ cards: 9200, [`payable:${dana.id}`]: -9200 })
})

test.each(['rejected', 'pending'] as const)(
  'an order that staff made %s after its payout came back is not paid another way by its customer',
  async (status) => {
    await using world = await createWorld()
    const { dana, owner } = world
    const id = await anOrderOfReturnedPayout(world)
    await owner.api.admin.submissions.setStatus({ submissionId: id, status })
    const method = { type: 'paypal', details: 'dana.new@mail.example' } as const
    await expect(dana.api.transactions.changePayout({ id, method, currentPassword: customerPassword })).rejects.toThrow(
      payoutMessages.notReturned,
    )
    expect((await dana.api.transactions.get({ id })).status).toBe(status)
    expect((await owner.api.payouts.list()).data).toMatchObject([{ submissionId: id, state: 'returned', isOwed: true }])
  },
)

test('closes what is owed and what is on its way, by hand or by PayPal, in the accounts where it is', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  const { app, dana, boss } = site
  const [waiting, byHand] = [await anApproval(app, dana, boss), await anApproval(app, dana, boss)]
  await boss.api.payouts.begin({ id: byHand.payoutId, version: 1 })
  const sent = await site.sent('pending@mail.example')
  await site.work()
  const sending = await site.sent()
  const { data } = await boss.api.payouts.list()
  const states = [waiting, byHand, sent, sending].map(({ payoutId }) => data.find(({ id }) => id === payoutId)?.state)
  expect(states).toEqual(['ready', 'sending', 'sent', 'sending'])
  const open = { [`payable:${dana.id}`]: -9200, 'clearing:unassigned': -9200 - 18_400 }
  expect(await balancesOf(app)).toEqual({ cards: 36_800, ...open })
  await inTransaction(app.call, (tx) => closeDebts(app.ctx, tx, boss.id))
  expect(await balancesOf(app)).toEqual({})
})

test('a change of a row that has changed since it was read is a conflict', async ({ app }) => {
  const { ctx } = app
  const { submissionId } = await anApproval(app, await app.customer(), await app.staff())
  const former = await livePayoutOf(app, submissionId)
  await inServerTransaction(ctx.db, (tx) => changePayout(ctx, tx, former, {}))
  const change = inServerTransaction(ctx.db, (tx) => changePayout(ctx, tx, former, { failure_message: 'late' }))
  await expect(change).rejects.toThrow(payoutMessages.changed)
  await expect(inServerTransaction(ctx.db, (tx) => changeState(ctx, tx, former, 'canceled'))).rejects.toThrow(
    payoutMessages.changed,
  )
  expect(await livePayoutOf(app, submissionId)).toEqual({ ...former, version: former.version + 1 })
})
