import { afterAll, beforeAll, expect, test } from 'vitest'
import { policyDefaults } from '#shared/policy.ts'
import { noControls, setControls } from '../test-support/controls.ts'
import { type FakePayPal, startFakePayPal } from '../test-support/fake-paypal/fake-paypal.ts'
import { aBoughtCard } from '../test-support/inventory.ts'
import { anApproval, toPayPal } from '../test-support/payouts.ts'
import { payPalVariables } from '../test-support/paypal-site.ts'
import { doPayPalWork } from '../test-support/paypal-work.ts'
import { aClawback, anOffer, aProblem, today } from '../test-support/problems.ts'
import type { Person } from '../test-support/test-app.ts'
import { onlyOne, openTwoNodes, outcomes, race, rounds, type TwoNodes } from '../test-support/two-nodes.ts'

/** Problems of paid cards on two nodes. */

const ROUNDS = 5

let fake: FakePayPal
let site: TwoNodes
let owners: [Person, Person]
beforeAll(async () => {
  fake = await startFakePayPal()
  site = await openTwoNodes(payPalVariables(fake))
  owners = await site.onBoth(await site.one.staff())
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await fake[Symbol.asyncDispose]()
})

test('while a problem is reported, each payout of the seller is either sent before or held, never both', async () => {
  const [owner] = owners
  const values = { ...policyDefaults.payouts, paypalSends: 'automatic' } as const
  await owner.api.admin.policies.change({ name: 'payouts', base: 0, values })
  await site.other.ctx.policies.refresh()
  await rounds(ROUNDS, async (first) => {
    const seller = await site.one.customer()
    const submissionId = await aBoughtCard(site.one, seller, owner)
    const waiting = [
      await anApproval(site.one, seller, owner, toPayPal()),
      await anApproval(site.one, seller, owner, toPayPal()),
    ]
    const report = { submissionId, kind: 'drained', foundOn: today(site.one) } as const
    await Promise.all([owners[first].api.admin.problems.report(report), doPayPalWork(site.other)])
    await doPayPalWork(site.one)
    const { posts } = await fake.books()
    for (const { submissionId: orderId, payoutId: id } of waiting) {
      const { state, holds } = await owner.api.payouts.get({ id })
      const isHeld = state === 'held' && holds.some(({ kind }) => kind === 'under-review')
      const isRequested = Object.keys(posts).some((key) => key.startsWith(`${orderId}-1-a`))
      expect(isRequested, `${state} ${JSON.stringify(posts)}`).toBe(!isHeld)
    }
  })
  await owner.api.admin.policies.change({ name: 'payouts', base: 1, values: policyDefaults.payouts })
})

race('of two reports of one order, and of two decisions on one problem, one is made', ROUNDS, async (first, second) => {
  const submissionId = await aBoughtCard(site.one, await site.one.customer(), owners[0])
  const report = { submissionId, kind: 'drained', foundOn: today(site.one) } as const
  await onlyOne([
    () => owners[first].api.admin.problems.report(report),
    () => owners[second].api.admin.problems.report(report),
  ])
  const [problem] = await owners[0].api.admin.problems.ofOrder({ submissionId })
  const { id = '', version = 0 } = problem ?? {}
  await onlyOne([
    () => owners[first].api.admin.problems.decide({ id, version, decision: 'write-off' }),
    () => owners[second].api.admin.problems.decide({ id, version, decision: 'claw-back', reason: 'It was empty.' }),
  ])
})

race('of two repayments of all that is left, one is made', ROUNDS, async (first, second) => {
  const { id, version } = await aClawback(site.one, await site.one.customer(), owners[0])
  const repay = (by: Person) => () =>
    by.api.admin.problems.recordRepayment({ id, version, amount: 92, on: today(site.one) })
  expect((await outcomes(repay(owners[first]), repay(owners[second]))).sort()).toEqual(['conflict', 'ok'])
})

race('of the answer of a seller and a withdrawal of the offer, one is made', ROUNDS, async (first, second) => {
  const customer = await site.one.customer()
  const sellers = await site.onBoth(customer)
  const { problem, id: offerId } = await anOffer(site.one, customer, owners[0])
  await onlyOne([
    () => sellers[first].api.transactions.answerOffer({ id: offerId, accepts: true }),
    () => owners[second].api.admin.problems.withdrawOffer({ id: problem.id, version: problem.version, offerId }),
  ])
})

race('a report and an approval of the same seller leave no payout that is ready', ROUNDS, async (first, second) => {
  const customer = await site.one.customer()
  const submissionId = await aBoughtCard(site.one, customer, owners[0])
  const report = { submissionId, kind: 'drained', foundOn: today(site.one) } as const
  const [, approval] = await Promise.all([
    owners[first].api.admin.problems.report(report),
    anApproval(site.one, customer, owners[second]),
  ])
  expect(await owners[0].api.payouts.get({ id: approval.payoutId })).toMatchObject({ state: 'held' })
})

test('of two undoable decisions of one person that reach the amount together, one waits', () =>
  rounds(ROUNDS, async (first, second) => {
    await setControls(site.one, noControls)
    const fay = await site.onBoth(await site.one.colleague('finance'))
    const decisionOn = async (node: 0 | 1) => {
      const { id, version } = await aProblem(site.one, await site.one.customer(), owners[0])
      return () => fay[node].api.admin.problems.decide({ id, version, decision: 'write-off', undoable: true })
    }
    const decide = [await decisionOn(first), await decisionOn(second)]
    await setControls(site.one, { secondPersonFrom: 15_000 })
    await site.other.ctx.policies.refresh()
    const decided = await Promise.all(decide.map((each) => each()))
    expect(decided.filter(({ waiting }) => waiting).length).toBe(1)
  }))
