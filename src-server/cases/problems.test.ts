import { expect, test } from 'vitest'
import { policyDefaults } from '#shared/policy.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { aBalanceCheck } from '../testing/test-support/balance-checks.ts'
import { anEvidence } from '../testing/test-support/evidence.ts'
import { aBoughtCard, aBuyer, dispose, itemOf } from '../testing/test-support/inventory.ts'
import { anApproval, balancesOf } from '../testing/test-support/payouts.ts'
import { aClawback, aProblem, reportWithPicture, today } from '../testing/test-support/problems.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

async function site() {
  const app = await createTestApp()
  const [dana, boss] = [await app.customer('Dana Reyes'), await app.staff()]
  const stateOf = async (id: string) => (await boss.api.payouts.get({ id })).state
  return { app, dana, boss, stateOf, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

const isRight = async ({ ctx }: TestApp) => expect(await verifyLedger(ctx.db)).not.toHaveProperty('problem')
const reason = 'The balance was used on November 20, after we had paid you.'

test('a report holds the ready payouts of the seller and new ones; a write-off ends the line and releases them', async () => {
  await using shop = await site()
  const { app, dana, boss, stateOf } = shop
  const submissionId = await aBoughtCard(app, dana, boss)
  const [one, two] = [await anApproval(app, dana, boss), await anApproval(app, dana, boss)]
  const other = await anApproval(app, await app.customer('Tom Okafor'), boss)
  await boss.api.admin.submissions.setStatus({
    submissionId,
    status: 'rejected',
    reason: 'It is empty.',
    payout: 'sent',
  })
  expect((await boss.api.payouts.list({ state: 'attention' })).data).toMatchObject([{ attention: 'not-completed' }])

  const { id, version } = await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) })
  const three = await anApproval(app, dana, boss)
  for (const { payoutId } of [one, two, three]) {
    expect(await boss.api.payouts.get({ id: payoutId })).toMatchObject({
      state: 'held',
      holds: [{ kind: 'under-review', note: expect.stringContaining(submissionId) }],
    })
  }
  expect(await stateOf(other.payoutId)).toBe('ready')
  expect((await boss.api.payouts.list({ state: 'attention' })).data).toMatchObject([{ attention: 'problem' }])
  expect((await boss.api.payouts.totals()).problems).toEqual({ count: 1, amount: 92 })

  await aBalanceCheck(app, boss, submissionId)
  const decided = await boss.api.admin.problems.decide({ id, version, decision: 'write-off' })
  expect(decided).toMatchObject({ state: 'written-off', owed: 0, open: 0 })
  expect((await boss.api.payouts.list({ state: 'attention' })).data).toEqual([])
  for (const { payoutId } of [one, two, three]) expect(await stateOf(payoutId)).toBe('ready')
  expect(await itemOf(app.ctx.db, submissionId)).toMatchObject({ state: 'written-off', left_cost_cents: 0 })
  expect(await balancesOf(app)).toMatchObject({ losses: 9200 })
  await isRight(app)

  // No new payout by a decision, and no later status brings the line back.
  await expect(boss.api.admin.review.approve({ submissionId })).rejects.toThrow()
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'failed', reason: 'It is empty.' })
  expect((await boss.api.payouts.list({ state: 'attention' })).data).toEqual([])
})

test('a person lifts the hold of one payout; a dismissed problem releases the rest and can be reported again', async () => {
  await using shop = await site()
  const { app, dana, boss, stateOf } = shop
  const submissionId = await aBoughtCard(app, dana, boss)
  const [one, two] = [await anApproval(app, dana, boss), await anApproval(app, dana, boss)]
  const report = { submissionId, kind: 'invalid', foundOn: today(app) } as const
  const { id, version } = await boss.api.admin.problems.report(report)
  await expect(boss.api.admin.problems.report(report)).rejects.toThrow('reported already')
  const held = await boss.api.payouts.get({ id: one.payoutId })
  await boss.api.payouts.lift({ id: held.id, version: held.version, holdId: held.holds[0]?.id ?? '' })
  expect([await stateOf(one.payoutId), await stateOf(two.payoutId)]).toEqual(['ready', 'held'])
  await boss.api.admin.problems.decide({ id, version, decision: 'dismiss' })
  expect(await stateOf(two.payoutId)).toBe('ready')
  expect(await itemOf(app.ctx.db, submissionId)).toMatchObject({ state: 'in-stock' })
  expect(await boss.api.admin.problems.report(report)).toMatchObject({ state: 'open' })
})

test('a report takes redacted pictures of the order, which the seller sees once they have to repay', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const submissionId = await aBoughtCard(app, dana, boss)
  const other = await anEvidence(app, boss, await aBoughtCard(app, dana, boss))
  const report = { submissionId, kind: 'drained', foundOn: today(app) } as const
  await expect(boss.api.admin.problems.report({ ...report, evidenceIds: [other] })).rejects.toThrow('pictures of yours')
  const evidenceId = await anEvidence(app, boss, submissionId)
  const reported = await boss.api.admin.problems.report({ ...report, evidenceIds: [evidenceId] })
  expect(reported.evidence.map(({ id }) => id)).toEqual([evidenceId])
  const see = async (as: Person) => (await app.request('GET', `/api/files/${evidenceId}`, { as })).statusCode
  expect([await see(dana), await see(boss), await see(await app.colleague('finance'))]).toEqual([404, 200, 200])
  const { id, version } = reported
  await boss.api.admin.problems.decide({ id, version, decision: 'claw-back', reason: 'It was empty.' })
  expect(await see(dana)).toBe(200)
})

test('a claw back makes the seller owe what was paid, and repayments reduce it', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const submissionId = await aBoughtCard(app, dana, boss)
  const reported = await reportWithPicture(app, boss, submissionId)
  expect(await dana.api.transactions.debts()).toEqual([])
  const picture = reported.evidence[0]?.id ?? ''
  const { statusCode: beforeDecision } = await app.request('GET', `/api/files/${picture}`, { as: dana })
  expect(beforeDecision).toBe(404)

  const decided = await boss.api.admin.problems.decide({
    id: reported.id,
    version: reported.version,
    decision: 'claw-back',
    reason,
  })
  expect(await balancesOf(app)).toMatchObject({ [`receivable:${dana.id}`]: 9200 })
  expect(await balancesOf(app)).not.toHaveProperty('losses')
  await isRight(app)
  expect(await dana.api.transactions.debts()).toMatchObject([
    { orderId: submissionId, owed: 92, repaid: 0, open: 92, reason, problem: 'drained', evidence: [{ id: picture }] },
  ])
  expect((await app.request('GET', `/api/files/${picture}`, { as: dana })).statusCode).toBe(200)
  const mails = await app.ctx.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'clawed-back').execute()
  expect(mails).toHaveLength(1)

  const { id, version } = decided
  const part = { amount: 50.5, on: today(app), reference: 'WIRE-77' }
  const after = await boss.api.admin.problems.recordRepayment({ id, version, ...part })
  expect(after).toMatchObject({ open: 41.5, entries: [{ kind: 'repaid', amount: 50.5, reference: 'WIRE-77' }] })
  await expect(
    boss.api.admin.problems.recordRepayment({ id, version: after.version, ...part, amount: 41.51 }),
  ).rejects.toThrow('Enter at most $41.50, which is left to repay.')
  const rest = await boss.api.admin.problems.recordRepayment({ id, version: after.version, ...part, amount: 41.5 })
  expect(rest.open).toBe(0)
  expect(await balancesOf(app)).not.toHaveProperty(`receivable:${dana.id}`)
  expect(await balancesOf(app)).toEqual({})
  await isRight(app)
})

test('a repayment is not from before the decision to claw back', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { id, version } = await aClawback(app, dana, boss)
  const money = { amount: 10, reference: 'WIRE-1' }
  await expect(boss.api.admin.problems.recordRepayment({ id, version, ...money, on: '2026-11-10' })).rejects.toThrow(
    'Enter a day after the decision to claw back.',
  )
  expect(await boss.api.admin.problems.recordRepayment({ id, version, ...money, on: today(app) })).toMatchObject({
    open: 82,
  })
})

test('what is waived of a claw back stays a loss, and is no debt any more', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { id, version } = await aClawback(app, dana, boss)
  expect((await boss.api.payouts.totals()).receivables).toEqual({ count: 1, amount: 92 })
  expect((await boss.api.admin.problems.list({ state: 'owed' })).data).toMatchObject([{ id, open: 92 }])
  await boss.api.admin.problems.waive({ id, version, note: 'They have left the country.' })
  expect(await balancesOf(app)).toMatchObject({ losses: 9200 })
  expect((await boss.api.admin.problems.list({ state: 'owed' })).data).toEqual([])
  await isRight(app)
})

test('the refund of the brand reduces the loss, at once or after a write-off', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const one = await aProblem(app, dana, boss)
  const ask = (id: string, version: number) =>
    boss.api.admin.problems.decide({ id, version, decision: 'recovered', amount: 92, reference: 'REFUND-1' })
  expect(await ask(one.id, one.version)).toMatchObject({ state: 'recovered' })
  expect(await balancesOf(app)).not.toHaveProperty('losses')
  const two = await aProblem(app, dana, boss)
  const lost = await boss.api.admin.problems.decide({ id: two.id, version: two.version, decision: 'write-off' })
  expect(await balancesOf(app)).toMatchObject({ losses: 9200 })
  expect(await ask(two.id, lost.version)).toMatchObject({ state: 'recovered' })
  expect(await balancesOf(app)).not.toHaveProperty('cash:unassigned')
  expect(await balancesOf(app)).not.toHaveProperty('losses')
  await expect(ask(two.id, lost.version + 1)).rejects.toThrow('This problem is decided.')
  await isRight(app)
})

test('a sold card that was charged back loses the price, and one that was not cannot be written off', async () => {
  await using shop = await site()
  const { app, boss } = shop
  const sell = async (kind: 'charged-back' | 'drained') => {
    const submissionId = await aBoughtCard(app, await app.customer(), boss)
    const buyerId = await aBuyer(app, boss)
    await dispose(app, boss, submissionId, { kind: 'sold', buyerId, amountCents: 9600 })
    return boss.api.admin.problems.report({ submissionId, kind, foundOn: today(app) })
  }
  const sold = await sell('drained')
  const lost = { id: sold.id, version: sold.version, decision: 'write-off' } as const
  await expect(boss.api.admin.problems.decide(lost)).rejects.toThrow('This card was sold or used.')
  const { id, version } = await sell('charged-back')
  await boss.api.admin.problems.decide({ id, version, decision: 'write-off' })
  expect(await balancesOf(app)).toMatchObject({ losses: 9600, 'cash:unassigned': 9600 - 18_400 })
  await isRight(app)
})

test('an order that was written off by hand before is not lost twice', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const submissionId = await aBoughtCard(app, dana, boss)
  await dispose(app, boss, submissionId, { kind: 'written-off', cause: 'drained' })
  const { id, version } = await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) })
  await boss.api.admin.problems.decide({ id, version, decision: 'claw-back', reason, amount: 40 })
  expect(await balancesOf(app)).toMatchObject({ losses: 5200, [`receivable:${dana.id}`]: 4000 })
  await isRight(app)
})

test('with the decision the order becomes rejected for the given reason, without the mail of an unpaid one', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { id, version, submissionId } = await aProblem(app, dana, boss)
  const mailsOf = async () => (await app.ctx.db.selectFrom('mail_outbox').select('kind').execute()).length
  const before = await mailsOf()
  await expect(
    boss.api.admin.problems.decide({ id, version, decision: 'write-off', rejects: true }),
  ).rejects.toMatchObject({ message: 'Enter the reason. The seller reads it.' })
  await boss.api.admin.problems.decide({ id, version, decision: 'write-off', rejects: true, reason })
  expect(await dana.api.transactions.get({ id: submissionId })).toMatchObject({
    status: 'rejected',
    statusReason: reason,
  })
  expect(await mailsOf()).toBe(before)
  expect((await boss.api.payouts.list({ state: 'attention' })).data).toEqual([])
})

test('only a paid order can have a problem, found between its submission and today', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { submissionId } = await anApproval(app, dana, boss)
  const report = (id: string, foundOn: string) =>
    boss.api.admin.problems.report({ submissionId: id, kind: 'drained', foundOn })
  await expect(report(submissionId, today(app))).rejects.toThrow('Only an order that was paid can have a problem.')
  const paid = await aBoughtCard(app, dana, boss)
  await expect(report(paid, '2031-01-01')).rejects.toThrow('Enter a day that has passed.')
  await expect(report(paid, '2001-01-01')).rejects.toThrow('Enter a day after the order was submitted.')
  await expect(report(paid, '23 November')).rejects.toThrow('Enter the day when it was found, like 2026-11-20.')
})

test('staff do not report or decide a problem of their own order, and the report counts what they did', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const submissionId = await aBoughtCard(app, dana, boss)
  const rita = await app.colleague('reviewer')
  await boss.api.admin.staff.link({ id: rita.id, email: dana.email })
  const report = { submissionId, kind: 'drained', foundOn: today(app) } as const
  await expect(rita.api.admin.problems.report(report)).rejects.toThrow('This is your own order.')
  const values = { ...policyDefaults.reviews, ownOrders: 'flag' } as const
  await boss.api.admin.policies.change({ name: 'reviews', base: 0, values })
  await rita.api.admin.problems.report(report)
  const day = 24 * 60 * 60_000
  const [from, to] = [-day, day].map((ms) => new Date(app.clock.now().getTime() + ms).toISOString())
  const { members } = await boss.api.admin.insiderReport({ from: from ?? '', to: to ?? '' })
  expect(members.find(({ id }) => id === rita.id)?.figures).toMatchObject({ ownOrders: 1 })
})
