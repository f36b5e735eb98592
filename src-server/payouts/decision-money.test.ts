import { expect } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { anApproval, balancesOf, livePayoutOf } from '../testing/test-support/payouts.ts'
import type { TestApp } from '../testing/test-support/test-app.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'
import { releaseDuePayouts } from './payout-holds.ts'

const amazon = { cardBrand: 'amazon', cardNumber: 'AQ2M-9QP4X7-TLZK' }

async function open(app: TestApp) {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  return { dana, boss, fay }
}

const kindsOf = async ({ ctx }: TestApp) =>
  (await ctx.db.selectFrom('ledger_transfers').selectAll().orderBy('sequence').execute()).map(
    ({ kind, amount_cents }) => [kind, amount_cents],
  )

test('the specified decision completes an order and records its payout as paid by hand', async ({ app }) => {
  const { dana, boss, fay } = await open(app)
  const submissionId = await aSubmission(app, dana, amazon)
  const body = { status: 'completed', reason: 'Payment processed and sent' }
  const answer = await app.request('PATCH', `/api/submissions/${submissionId}/status`, { as: boss, body })
  expect(answer.statusCode).toBe(200)
  expect(await dana.api.transactions.list()).toMatchObject([
    { status: 'completed', statusReason: 'Payment processed and sent', payoutAmount: 93 },
  ])
  const { data } = await fay.api.payouts.list()
  expect(data).toMatchObject([{ submissionId, amount: 93, state: 'paid', provider: 'hand', method: 'cashapp' }])
  expect(data[0]).not.toHaveProperty('reference')
  expect(await balancesOf(app)).toEqual({ cards: 9300, 'cash:unassigned': -9300 })
  expect(await verifyLedger(app.ctx.db)).toEqual({ transfers: 3 })
})

test('the reference of a direct payment is stored and mailed', async ({ app }) => {
  const { dana, boss } = await open(app)
  const submissionId = await aSubmission(app, dana)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed', payoutReference: 'CA-17' })
  expect((await livePayoutOf(app, submissionId)).reference).toBe('CA-17')
  expect((await app.mails()).at(-1)?.text).toContain('CA-17')
})

test('50 decisions at once make one payout', async ({ app }) => {
  const { dana, boss } = await open(app)
  const submissionId = await aSubmission(app, dana, amazon)
  const calls = Array.from({ length: 50 }, () =>
    app.request('PATCH', `/api/submissions/${submissionId}/status`, { as: boss, body: { status: 'completed' } }),
  )
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
  expect(await boss.api.admin.submissions.history({ submissionId })).toHaveLength(51)
  expect(await kindsOf(app)).toEqual([
    ['approve', 9300],
    ['send', 9300],
    ['settle', 9300],
  ])
  expect(await app.ctx.db.selectFrom('payouts').selectAll().execute()).toHaveLength(1)
})

test('an approval holds its payout until it cannot be undone, then it is ready', async ({ app }) => {
  const { dana, boss } = await open(app)
  const submissionId = await aSubmission(app, dana)
  const decided = await boss.api.admin.review.approve({ submissionId, undoable: true })
  expect(decided).toMatchObject({ status: 'processing', securityCode: '••••', undoUntil: expect.any(String) })
  await releaseDuePayouts(app.ctx)
  expect((await livePayoutOf(app, submissionId)).state).toBe('held')
  app.clock.advance(8_000)
  await releaseDuePayouts(app.ctx)
  expect((await livePayoutOf(app, submissionId)).state).toBe('ready')
  expect(await balancesOf(app)).toEqual({ cards: 9200, [`payable:${dana.id}`]: -9200 })
})

test('undoing an approval cancels its payout', async ({ app }) => {
  const { dana, boss } = await open(app)
  const submissionId = await aSubmission(app, dana)
  const { version } = await boss.api.admin.review.approve({ submissionId, undoable: true })
  const undone = await boss.api.admin.review.undoStatus({ submissionId, version })
  expect(undone.status).toBe('pending')
  expect(await balancesOf(app)).toEqual({})
  expect(await app.ctx.db.selectFrom('payouts').select('state').execute()).toEqual([{ state: 'canceled' }])
})

test('undoing a later decision keeps the payout of the approval', async ({ app }) => {
  const { dana, boss } = await open(app)
  const { submissionId } = await anApproval(app, dana, boss)
  const decision = { submissionId, status: 'processing', reason: 'Checking.', undoable: true } as const
  const { version } = await boss.api.admin.submissions.setStatus(decision)
  await boss.api.admin.review.undoStatus({ submissionId, version })
  expect((await livePayoutOf(app, submissionId)).state).toBe('ready')
})

test('a rejection cancels the payout, and a later completion makes the next one', async ({ app }) => {
  const { dana, boss } = await open(app)
  const { submissionId } = await anApproval(app, dana, boss, amazon)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'rejected' })
  expect(await kindsOf(app)).toEqual([
    ['approve', 9300],
    ['approval-reversal', 9300],
  ])
  expect(await balancesOf(app)).toEqual({})
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  expect((await livePayoutOf(app, submissionId)).idempotency_key).toBe(`${submissionId}-2`)
  expect(await verifyLedger(app.ctx.db)).toEqual({ transfers: 5 })
})

test('a completion pays the waiting payout, also within the undo window of its approval', async ({ app }) => {
  const { dana, boss } = await open(app)
  for (const undoable of [true, false]) {
    const submissionId = await aSubmission(app, dana)
    await boss.api.admin.review.approve({ submissionId, undoable })
    await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed', payoutReference: 'CA-1' })
    expect(await livePayoutOf(app, submissionId)).toMatchObject({ state: 'paid', reference: 'CA-1' })
  }
  expect(await balancesOf(app)).toEqual({ cards: 18_400, 'cash:unassigned': -18_400 })
})

test('a held payout prevents the completion, with the reason and the current order', async ({ app }) => {
  const { dana, boss, fay } = await open(app)
  const { submissionId, payoutId } = await anApproval(app, dana, boss)
  const { version } = await fay.api.payouts.get({ id: payoutId })
  await fay.api.payouts.hold({ id: payoutId, version, note: 'Ask the brand.' })
  const answer = await app.request('PATCH', `/api/submissions/${submissionId}/status`, {
    as: boss,
    body: { status: 'completed' },
  })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    message: `Payout ${payoutId} is held: a colleague holds it.`,
    newer: { id: submissionId, status: 'processing' },
  })
  expect((await livePayoutOf(app, submissionId)).state).toBe('held')
})

test('an order whose payout is being paid can be neither completed nor rejected', async ({ app }) => {
  const { dana, boss, fay } = await open(app)
  const { submissionId, payoutId } = await anApproval(app, dana, boss)
  const { version } = await fay.api.payouts.get({ id: payoutId })
  await fay.api.payouts.begin({ id: payoutId, version })
  const decide = (status: 'completed' | 'rejected' | 'failed' | 'pending') =>
    boss.api.admin.submissions.setStatus({ submissionId, status })
  await expect(decide('completed')).rejects.toThrow(payoutMessages.completesItself)
  for (const status of ['rejected', 'failed', 'pending'] as const)
    await expect(decide(status)).rejects.toThrow(payoutMessages.isSending)
  const kept = await boss.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  expect(kept.status).toBe('processing')
})

test('a rejection after the payment changes no money and asks for attention', async ({ app }) => {
  const { dana, boss, fay } = await open(app)
  const submissionId = await aSubmission(app, dana, amazon)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'rejected', payout: 'sent' })
  expect(await balancesOf(app)).toEqual({ cards: 9300, 'cash:unassigned': -9300 })
  const { data } = await fay.api.payouts.list({ state: 'attention' })
  expect(data).toMatchObject([{ submissionId, state: 'paid', attention: 'not-completed' }])
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  expect(await app.ctx.db.selectFrom('payouts').selectAll().execute()).toHaveLength(1)
})

test('an order has one payout at a time', async ({ app }) => {
  const { dana, boss } = await open(app)
  const { submissionId, payoutId } = await anApproval(app, dana, boss)
  await expect(boss.api.admin.review.approve({ submissionId })).rejects.toThrow(payoutMessages.hasPayout(payoutId))
})
