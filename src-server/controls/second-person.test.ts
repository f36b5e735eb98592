import { expect, test } from 'vitest'
import { controlsMessages } from '#shared/controls.ts'
import { inventoryMessages } from '#shared/inventory.ts'
import { payoutMessages } from '#shared/payout.ts'
import { aBalanceCheck } from '../testing/test-support/balance-checks.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { aBoughtCard } from '../testing/test-support/inventory.ts'
import { anApproval, livePayoutOf } from '../testing/test-support/payouts.ts'
import { today } from '../testing/test-support/problems.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const DAY_MS = 24 * 60 * 60_000

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

test('who recorded a return does not close its debt while a colleague can, at any amount', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const fay = await app.colleague('finance')
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss, { cardValue: 50 })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  const paid = await livePayoutOf(app, submissionId)
  const { version } = await fay.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  const debt = { id, version, note: 'Not paid again.' }
  await expect(fay.api.payouts.closeDebt(debt)).rejects.toThrow(controlsMessages.ownReturn)
  expect((await boss.api.payouts.closeDebt(debt)).failureMessage).toBeDefined()
  const { entries } = await boss.api.admin.audit.list({})
  expect(entries.find(({ action }) => action === 'payout.debt-closed')).toMatchObject({ detail: 'second person' })
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
  await expect(sell(last, 0.01)).rejects.toThrow(inventoryMessages.sellAsLot)
  expect((await sell(last, 96)).state).toBe('disposed')
})

test('who approved a card records no loss of it while a colleague can, in none of the ways', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const fay = await app.colleague('finance')
  const id = await aBoughtCard(app, dana, boss)
  await aBalanceCheck(app, boss, id)
  const lost = { id, version: 1, kind: 'written-off', cause: 'drained' } as const
  await expect(boss.api.inventory.dispose(lost)).rejects.toThrow(controlsMessages.ownLoss)
  const place = { place: 'account', name: 'Main' } as const
  const less = { id, version: 1, kind: 'redeemed', amount: 1, place } as const
  await expect(boss.api.inventory.dispose(less)).rejects.toThrow(controlsMessages.ownLoss)
  const report = { submissionId: id, kind: 'drained', foundOn: today(app) } as const
  const problem = await boss.api.admin.problems.report(report)
  const decide = (by: Person, decision: 'write-off' | 'claw-back', version = problem.version) =>
    by.api.admin.problems.decide({ id: problem.id, version, decision, reason: 'It was empty.' })
  await expect(decide(boss, 'write-off')).rejects.toThrow(controlsMessages.ownLoss)
  const { version } = await decide(fay, 'claw-back')
  const waive = { id: problem.id, version, note: 'Too old.' }
  await expect(boss.api.admin.problems.waive(waive)).rejects.toThrow(controlsMessages.ownLoss)
  expect((await fay.api.admin.problems.waive(waive)).open).toBe(0)
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

test('a fee above the usual one is recorded by somebody else than who paid', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const fay = await app.colleague('finance')
  const id = await aBoughtCard(app, dana, boss)
  const payout = await livePayoutOf(app, id)
  const fee = { id: payout.id, version: payout.version, fee: 5, note: 'Of the bank.' }
  await expect(boss.api.payouts.correctFee(fee)).rejects.toThrow(controlsMessages.ownFee('$5.00'))
  const { version } = await boss.api.payouts.correctFee({ ...fee, fee: 4.99 })
  await fay.api.payouts.correctFee({ ...fee, version, fee: 40 })
  expect((await boss.api.payouts.get({ id: payout.id })).attempts.at(-1)).toMatchObject({ fee: 40 })
})
