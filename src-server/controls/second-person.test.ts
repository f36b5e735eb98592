import { expect, test } from 'vitest'
import { controlsMessages } from '#shared/controls.ts'
import { payoutMessages } from '#shared/payout.ts'
import { DAY_MS } from '../platform/clock.ts'
import { aBalanceCheck } from '../testing/test-support/balance-checks.ts'
import { releaseAll } from '../testing/test-support/controls.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { aBoughtCard } from '../testing/test-support/inventory.ts'
import { anApproval, livePayoutOf } from '../testing/test-support/payouts.ts'
import { today } from '../testing/test-support/problems.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

/** A new site, whose owner has changed no rule. */
async function open(app: TestApp) {
  const [dana, boss] = [await app.customer(), await app.alwaysAllowed(await app.staff())]
  return { dana, boss, rob: await app.colleague('reviewer') }
}

const cards = async (app: TestApp, seller: Person, boss: Person, count: number) => {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await aBoughtCard(app, seller, boss))
  return ids
}

const lotOf = (by: Person, ids: readonly string[], price: number) =>
  by.api.lots.make({ buyer: 'Card Resale Inc.', items: ids.map((submissionId) => ({ submissionId, price })) })

test('a reviewer of a new site does not approve and complete an order of $500 alone', async () => {
  await using app = await createTestApp()
  const { dana, boss, rob } = await open(app)
  const submissionId = await aSubmission(app, dana, { cardValue: 550 })
  const complete = (by: Person) => by.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await expect(complete(rob)).rejects.toThrow(payoutMessages.onlyPay)
  await rob.api.admin.review.approve({ submissionId })
  await expect(complete(rob)).rejects.toThrow(payoutMessages.onlyPay)
  expect(await livePayoutOf(app, submissionId)).toMatchObject({ state: 'held', amount_cents: 50_600 })
  await expect(complete(boss)).rejects.toThrow('is held: it needs a second person')
})

test('what is owed after a return by hand is closed by two persons, at any amount', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const fay = await app.colleague('finance')
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss, { cardValue: 50 })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  const paid = await livePayoutOf(app, submissionId)
  const { version } = await fay.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  const asked = await fay.api.payouts.closeDebt({ id, version, note: 'Not paid again.' })
  expect(asked).toMatchObject({ state: 'returned', waiting: { kind: 'debt', amount: 46 } })
  await expect(fay.api.waitingActs.release({ id: asked.waiting?.id ?? '' })).rejects.toThrow(controlsMessages.ownAct)
  expect(await releaseAll(boss)).toEqual(['released'])
  expect((await boss.api.payouts.get({ id })).isOwed).toBeUndefined()
  const { entries } = await boss.api.admin.audit.list({})
  const newest = entries.slice(0, 2).map(({ action, detail }) => `${action} ${detail}`)
  expect(newest.sort()).toEqual(['act.released debt: $46.00, involved', 'payout.debt-closed '])
})

test('five cards of $100 at a price of $0.01 wait for a second person', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  expect((await lotOf(boss, await cards(app, dana, boss, 5), 0.01)).state).toBe('made')
})

test('of five lots of one card of $100 at $0.01, the last waits for a second person', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const states: string[] = []
  for (const id of await cards(app, dana, boss, 5)) states.push((await lotOf(boss, [id], 0.01)).state)
  expect(states).toEqual(['released', 'released', 'released', 'released', 'made'])
})

test('canceled lots and those of the day before do not count in the sum of a person', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const ids = await cards(app, dana, boss, 5)
  const { id } = await lotOf(boss, ids.slice(0, 4), 90)
  await boss.api.lots.cancel({ id })
  await lotOf(boss, ids.slice(0, 4), 90)
  app.clock.advance(DAY_MS)
  expect((await lotOf(boss, ids.slice(4), 90)).state).toBe('released')
})

test('sales below cost of one person are added up, and from the amount on are made as a lot', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const ids = await cards(app, dana, boss, 5)
  const sell = (id: string, amount: number) =>
    boss.api.inventory.dispose({ id, version: 1, kind: 'sold', buyer: 'Ann', amount })
  for (const id of ids.slice(0, 4)) await sell(id, 0.01)
  const [last = ''] = ids.slice(4)
  expect(await sell(last, 0.01)).toMatchObject({ state: 'in-stock', waiting: { kind: 'card', amount: 100 } })
  await boss.api.waitingActs.cancel({ id: (await boss.api.waitingActs.list())[0]?.id ?? '' })
  expect((await sell(last, 96)).state).toBe('disposed')
})

test('who approved a card records no loss of it while a colleague can, in none of the ways', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const fay = await app.colleague('finance')
  const id = await aBoughtCard(app, dana, boss)
  await aBalanceCheck(app, boss, id)
  const lost = { id, version: 1, kind: 'written-off', cause: 'drained' } as const
  const cancel = async ({ waiting }: { waiting?: { id: string } | undefined }) =>
    expect(await boss.api.waitingActs.cancel({ id: waiting?.id ?? '' })).toMatchObject({ state: 'canceled' })
  await cancel(await boss.api.inventory.dispose(lost))
  const place = { place: 'account', name: 'Main' } as const
  const less = { id, version: 1, kind: 'redeemed', amount: 1, place } as const
  await cancel(await boss.api.inventory.dispose(less))
  const report = { submissionId: id, kind: 'drained', foundOn: today(app) } as const
  const problem = await boss.api.admin.problems.report(report)
  const decide = (by: Person, decision: 'write-off' | 'claw-back', version = problem.version) =>
    by.api.admin.problems.decide({ id: problem.id, version, decision, reason: 'It was empty.' })
  await cancel(await decide(boss, 'write-off'))
  const { version } = await decide(fay, 'claw-back')
  const waive = { id: problem.id, version, note: 'Too old.' }
  expect((await boss.api.admin.problems.waive(waive)).waiting).toMatchObject({ kind: 'waiver' })
  await expect(fay.api.admin.problems.waive(waive)).rejects.toThrow(`${id} waits for a second person: Waiver`)
  expect(await releaseAll(fay)).toEqual(['released'])
  expect((await fay.api.admin.problems.list({ state: 'all' })).data).toMatchObject([{ open: 0 }])
})

test('a drained or invalid card is written off with a balance check or a picture only', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const id = await aBoughtCard(app, dana, boss)
  const lost = { id, version: 1, kind: 'written-off', cause: 'drained' } as const
  await expect(boss.api.inventory.dispose(lost)).rejects.toThrow(controlsMessages.noEvidence)
  await aBalanceCheck(app, boss, id, { outcome: 'full' })
  await expect(boss.api.inventory.dispose(lost)).rejects.toThrow(controlsMessages.noEvidence)
  await aBalanceCheck(app, boss, id)
  expect((await boss.api.inventory.dispose(lost)).state).toBe('written-off')
})

test('another person than the payer records a fee above the usual one', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const fay = await app.colleague('finance')
  const id = await aBoughtCard(app, dana, boss)
  const payout = await livePayoutOf(app, id)
  const fee = { id: payout.id, version: payout.version, fee: 5, note: 'Of the bank.' }
  const feeOf = async () => (await boss.api.payouts.get({ id: payout.id })).attempts.at(-1)?.fee
  expect((await boss.api.payouts.correctFee({ ...fee, fee: 4.99 })).waiting).toBeUndefined()
  const asked = await fay.api.payouts.correctFee({ ...fee, version: fee.version + 1, fee: 40 })
  expect(asked.waiting).toMatchObject({ kind: 'fee', amount: 40 })
  expect(await feeOf()).toBe(4.99)
  expect(await releaseAll(boss)).toEqual(['released'])
  expect(await feeOf()).toBe(40)
})
