import { expect, test } from 'vitest'
import { policyDefaults } from '#shared/policy.ts'
import { UNDO_MS } from '#shared/review.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { anEvidence } from '../testing/test-support/evidence.ts'
import { aBuyer, dispose, itemOf } from '../testing/test-support/inventory.ts'
import { anApproval, balancesOf } from '../testing/test-support/payouts.ts'
import { aProblem, reportWithPicture } from '../testing/test-support/problems.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { applyPlannedDecisions } from './decide-problem.ts'

const reason = 'The balance was used after we had paid you.'
const clawBack = { decision: 'claw-back', reason } as const

async function site() {
  const app = await createTestApp()
  const [dana, boss] = [await app.customer('Dana Reyes'), await app.staff()]
  const problem = await aProblem(app, dana, boss)
  const { id, version } = problem
  const decide = (more: object = {}) =>
    boss.api.admin.problems.decide({ id, version, ...clawBack, undoable: true, ...more })
  return { app, dana, boss, problem, decide, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

const mailsOf = async ({ ctx }: TestApp) =>
  (await ctx.db.selectFrom('mail_outbox').select('kind').execute()).filter(({ kind }) => kind === 'clawed-back').length

async function afterUndo({ clock, ctx }: TestApp): Promise<void> {
  clock.advance(UNDO_MS)
  await applyPlannedDecisions(ctx)
}

test('a claw back that can be undone reaches nothing of the seller for 8 seconds', async () => {
  await using shop = await site()
  const { app, dana, boss, problem } = shop
  const { payoutId } = await anApproval(app, dana, boss)
  const before = await balancesOf(app)
  const planned = await shop.decide({ rejects: true, offerPayoutIds: [payoutId] })
  const undoUntil = new Date(app.clock.now().getTime() + UNDO_MS).toISOString()
  expect(planned).toMatchObject({ state: 'open', owed: 0, offers: [], planned: { decision: 'claw-back', undoUntil } })

  await applyPlannedDecisions(app.ctx)
  expect(await dana.api.transactions.debts()).toEqual([])
  expect(await dana.api.transactions.get({ id: problem.submissionId })).toMatchObject({ status: 'completed' })
  expect(await mailsOf(app)).toBe(0)
  expect(await balancesOf(app)).toEqual(before)
  expect(await itemOf(app.ctx.db, problem.submissionId)).toMatchObject({ state: 'in-stock' })
  const again = { id: problem.id, version: planned.version, decision: 'dismiss' } as const
  await expect(boss.api.admin.problems.decide(again)).rejects.toThrow('A decision on this problem was just made.')

  await afterUndo(app)
  const [decided] = await boss.api.admin.problems.ofOrder({ submissionId: problem.submissionId })
  expect(decided).toMatchObject({ state: 'clawed-back', open: 92, reason, decidedBy: { id: boss.id } })
  expect(decided).not.toHaveProperty('planned')
  expect(decided?.offers).toMatchObject([{ payoutId, state: 'open' }])
  expect(await dana.api.transactions.debts()).toMatchObject([{ open: 92, reason }])
  expect(await mailsOf(app)).toBe(1)
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  await afterUndo(app)
  expect(await mailsOf(app)).toBe(1)
})

test('an undone claw back has never happened, and the problem is decided again', async () => {
  await using shop = await site()
  const { app, dana, boss, problem } = shop
  const { id, version } = await shop.decide()
  const finn = await app.colleague('finance')
  await expect(finn.api.admin.problems.undo({ id, version })).rejects.toThrow('Only the person who decided can undo')
  const open = await boss.api.admin.problems.undo({ id, version })
  expect(open).toMatchObject({ state: 'open', owed: 0 })
  expect(open).not.toHaveProperty('planned')
  await afterUndo(app)
  expect(await dana.api.transactions.debts()).toEqual([])
  expect(await mailsOf(app)).toBe(0)
  const { entries } = await boss.api.admin.audit.list({ objectId: problem.submissionId })
  expect(entries.map(({ action }) => action)).toContain('problem.undone')
  expect(entries.map(({ action }) => action)).not.toContain('problem.decided')
  const decided = await boss.api.admin.problems.decide({ id, version: open.version, decision: 'write-off' })
  expect(decided.state).toBe('written-off')
})

test('it is too late to undo once the time has passed, also before the decision is applied', async () => {
  await using shop = await site()
  const { id, version } = await shop.decide()
  shop.app.clock.advance(UNDO_MS)
  const undo = () => shop.boss.api.admin.problems.undo({ id, version })
  await expect(undo()).rejects.toThrow('It is too late to undo this decision.')
  await applyPlannedDecisions(shop.app.ctx)
  await expect(undo()).rejects.toThrow('It is too late to undo this decision.')
})

test('what refuses a decision refuses it at once, and changes nothing', async () => {
  await using shop = await site()
  const { app, boss, problem } = shop
  await expect(shop.decide({ amount: 92.01 })).rejects.toThrow('Enter at most $92.00')
  const other = await anApproval(app, await app.customer('Tom Okafor'), boss)
  await expect(shop.decide({ offerPayoutIds: [other.payoutId] })).rejects.toThrow('Only a payout of the same customer')
  const [now] = await boss.api.admin.problems.ofOrder({ submissionId: problem.submissionId })
  expect(now).toEqual(problem)
})

test('a decision that is not possible any more at its time leaves the problem open', async () => {
  await using shop = await site()
  const { app, dana, boss, problem } = shop
  await shop.decide()
  const sale = { kind: 'sold', buyerId: await aBuyer(app, boss), amountCents: 9600 } as const
  await dispose(app, boss, problem.submissionId, sale)
  await afterUndo(app)
  const [now] = await boss.api.admin.problems.ofOrder({ submissionId: problem.submissionId })
  expect(now).toMatchObject({ state: 'open' })
  expect(now).not.toHaveProperty('planned')
  expect(await dana.api.transactions.debts()).toEqual([])
})

const requireEvidence = (owner: Person) => {
  const values = { ...policyDefaults.reviews, evidence: 'required' } as const
  return owner.api.admin.policies.change({ name: 'reviews', base: 0, values })
}

test('where evidence is required, a drained card is clawed back only with a picture, which the decision can add', async () => {
  await using shop = await site()
  const { app, dana, boss, problem } = shop
  await requireEvidence(boss)
  await expect(shop.decide()).rejects.toMatchObject({
    message: 'This reason needs a picture of what you saw.',
    cause: { code: 'unprocessable', detail: { field: 'evidenceIds' } },
  })
  const evidenceId = await anEvidence(app, boss, problem.submissionId)
  await shop.decide({ evidenceIds: [evidenceId] })
  expect((await app.request('GET', `/api/files/${evidenceId}`, { as: dana })).statusCode).toBe(404)
  await afterUndo(app)
  expect(await dana.api.transactions.debts()).toMatchObject([{ evidence: [{ id: evidenceId }] }])
  expect(await dana.api.transactions.get({ id: problem.submissionId })).not.toHaveProperty('evidenceDueAt')
  expect((await app.request('GET', `/api/files/${evidenceId}`, { as: dana })).statusCode).toBe(200)
})

test('a picture of the report is evidence, and a charged back card needs none', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  await requireEvidence(boss)
  const { submissionId } = await aProblem(app, dana, boss)
  const [first] = await boss.api.admin.problems.ofOrder({ submissionId })
  await boss.api.admin.problems.decide({ id: first?.id ?? '', version: 1, decision: 'dismiss' })
  const shown = await reportWithPicture(app, boss, submissionId)
  const decided = await boss.api.admin.problems.decide({ id: shown.id, version: shown.version, ...clawBack })
  expect(decided.state).toBe('clawed-back')
  const other = await aProblem(app, dana, boss, 'charged-back')
  const back = await boss.api.admin.problems.decide({ id: other.id, version: other.version, ...clawBack })
  expect(back.state).toBe('clawed-back')
})

test('otherwise the evidence of a claw back is owed for a day, and a balance check with a picture pays it', async () => {
  await using shop = await site()
  const { app, dana, boss, problem } = shop
  const { submissionId } = problem
  await shop.decide()
  await afterUndo(app)
  const evidenceDueAt = new Date(app.clock.now().getTime() + 24 * 60 * 60_000).toISOString()
  expect(await dana.api.transactions.get({ id: submissionId })).toMatchObject({ evidenceDueAt })
  const evidenceId = await anEvidence(app, boss, submissionId)
  await boss.api.admin.review.recordCheck({ submissionId, outcome: 'zero', how: 'website', evidenceId })
  const order = await dana.api.transactions.get({ id: submissionId })
  expect(order).not.toHaveProperty('evidenceDueAt')
  expect(order.evidence).toMatchObject([{ fileId: evidenceId }])
})
