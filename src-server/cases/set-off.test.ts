import { expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { aBoughtCard, dispose, itemOf } from '../testing/test-support/inventory.ts'
import { anApproval, balancesOf } from '../testing/test-support/payouts.ts'
import { aClawback, anOffer, today } from '../testing/test-support/problems.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

async function site() {
  const app = await createTestApp()
  const [dana, boss] = [await app.customer('Dana Reyes'), await app.staff()]
  const isRight = async () => expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  return { app, dana, boss, isRight, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

test('a payout is set off only when the seller agrees, and then pays its order and the debt', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { problem, id } = await anOffer(app, dana, boss)
  const { payoutId = '', payoutOrderId = '' } = problem.offers[0] ?? {}
  expect(await boss.api.payouts.get({ id: payoutId })).toMatchObject({ state: 'held', holds: [{ kind: 'set-off' }] })
  expect(await dana.api.transactions.debts()).toMatchObject([
    { open: 92, offers: [{ id, payoutId, payoutOrderId, amount: 92 }] },
  ])
  const mine = await dana.api.transactions.get({ id: payoutOrderId })
  expect(mine.payout?.message).toBe('Approved. $92.00 waits for your answer to the question on this page.')
  expect(await balancesOf(app)).toMatchObject({ [`receivable:${dana.id}`]: 9200, [`payable:${dana.id}`]: -9200 })

  const tom = await app.customer('Tom Okafor')
  await expect(tom.api.transactions.answerOffer({ id, accepts: true })).rejects.toMatchObject({
    cause: { code: 'not_found' },
  })
  expect(await dana.api.transactions.answerOffer({ id, accepts: true })).toMatchObject([
    { open: 0, repaid: 92, offers: [], entries: [{ how: 'set-off', amount: 92, reference: payoutOrderId }] },
  ])
  const used = await dana.api.transactions.get({ id: payoutOrderId })
  expect(used.payout).not.toHaveProperty('sentAt')
  expect(used).toMatchObject({
    ...{ status: 'completed', statusReason: 'Your payout was used for what you owed us, as you agreed.' },
    payout: { message: '$92.00 was used for what you owed us, as you agreed.' },
  })
  expect(await boss.api.payouts.get({ id: payoutId })).toMatchObject({
    state: 'paid',
    provider: 'set-off',
    reference: `Set off: ${problem.submissionId}`,
  })
  expect(await itemOf(app.ctx.db, payoutOrderId)).toMatchObject({ state: 'in-stock', cost_cents: 9200 })
  const balances = await balancesOf(app)
  expect(balances).toEqual({ cards: 9200, 'cash:unassigned': -9200 })
  await shop.isRight()
  await expect(dana.api.transactions.answerOffer({ id, accepts: false })).rejects.toThrow('This offer has ended.')
})

test('a set-off moves what is owed to what is to be repaid, and counts as bought, as paid and as repaid', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { problem, id } = await anOffer(app, dana, boss)
  const { payoutId = '', payoutOrderId = '' } = problem.offers[0] ?? {}
  await dana.api.transactions.answerOffer({ id, accepts: true })
  const transfers = app.ctx.db.selectFrom('ledger_transfers').where('payout_id', '=', payoutId).orderBy('sequence')
  expect(await transfers.select(['kind', 'debit', 'credit', 'amount_cents', 'submission_id']).execute()).toEqual([
    expect.objectContaining({ kind: 'approve', credit: `payable:${dana.id}` }),
    {
      ...{ kind: 'set-off', debit: `payable:${dana.id}`, credit: `receivable:${dana.id}` },
      ...{ amount_cents: 9200, submission_id: payoutOrderId },
    },
  ])
  await dispose(app, boss, payoutOrderId, { kind: 'redeemed', place: { place: 'account', name: 'Ours' } })
  const { total } = await boss.api.admin.reports.business({ by: 'month' })
  expect(total).toMatchObject({ bought: 2, cost: 184, paid: 184, margin: 8 })
  expect((await boss.api.admin.reports.losses({ by: 'seller' })).rows).toMatchObject([{ key: dana.id, bought: 2 }])
  expect(await dana.api.transactions.statement()).toMatchObject([{ payouts: 2, paid: 184 }])
  await shop.isRight()
})

test('a payout that was set off has no return, fee or reference', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { problem, id: offer } = await anOffer(app, dana, boss)
  const id = problem.offers[0]?.payoutId ?? ''
  await dana.api.transactions.answerOffer({ id: offer, accepts: true })
  const { version } = await boss.api.payouts.get({ id })
  const { recordReturn, correctFee, correctReference } = boss.api.payouts
  for (const change of [
    () => recordReturn({ id, version, code: 'provider' }),
    () => correctFee({ id, version, fee: 2, note: 'By mistake.' }),
    () => correctReference({ id, version, reference: 'CA-1' }),
  ])
    await expect(change()).rejects.toThrow(payoutMessages.wasSetOff)
  await shop.isRight()
})

test('a declined or withdrawn offer leaves the payout as it was', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { problem, id } = await anOffer(app, dana, boss)
  const payoutId = problem.offers[0]?.payoutId ?? ''
  expect(await dana.api.transactions.answerOffer({ id, accepts: false })).toMatchObject([{ open: 92, offers: [] }])
  expect(await boss.api.payouts.get({ id: payoutId })).toMatchObject({ state: 'ready', holds: [] })
  const [now] = await boss.api.admin.problems.ofOrder({ submissionId: problem.submissionId })
  const again = await boss.api.admin.problems.offer({ id: problem.id, version: now?.version ?? 0, payoutId })
  const offerId = again.offers.find(({ state }) => state === 'open')?.id ?? ''
  await boss.api.admin.problems.withdrawOffer({ id: problem.id, version: again.version, offerId })
  expect(await boss.api.payouts.get({ id: payoutId })).toMatchObject({ state: 'ready', holds: [] })
  expect(await dana.api.transactions.debts()).toMatchObject([{ open: 92, offers: [] }])
  await shop.isRight()
})

test('a payout of more than is left, of someone else, or held for another reason is not offered', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { id, version } = await aClawback(app, dana, boss)
  const offer = (payoutId: string) => boss.api.admin.problems.offer({ id, version, payoutId })
  const large = await anApproval(app, dana, boss, { cardValue: 200 })
  await expect(offer(large.payoutId)).rejects.toThrow('A whole payout is offered, and at most $92.00 is left to repay.')
  const other = await anApproval(app, await app.customer('Tom Okafor'), boss)
  await expect(offer(other.payoutId)).rejects.toThrow('Only a payout of the same customer')
  const held = await anApproval(app, dana, boss)
  const { version: seen } = await boss.api.payouts.get({ id: held.payoutId })
  await boss.api.payouts.hold({ id: held.payoutId, version: seen, note: 'Ask first.' })
  await expect(offer(held.payoutId)).rejects.toThrow('that nothing else holds')
})

test('the decision to claw back offers payouts at once, so that they do not leave before the answer', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const submissionId = await aBoughtCard(app, dana, boss)
  const [one, two] = [await anApproval(app, dana, boss), await anApproval(app, dana, boss)]
  const report = { submissionId, kind: 'drained', foundOn: today(app) } as const
  const { id, version } = await boss.api.admin.problems.report(report)
  const decision = { decision: 'claw-back' as const, reason: 'It was empty.', offerPayoutIds: [one.payoutId] }
  const decided = await boss.api.admin.problems.decide({ id, version, ...decision })
  expect(decided.offers).toMatchObject([{ payoutId: one.payoutId, state: 'open' }])
  const held = await boss.api.payouts.get({ id: one.payoutId })
  expect(held).toMatchObject({ state: 'held', holds: [{ kind: 'set-off' }] })
  expect(await boss.api.payouts.get({ id: two.payoutId })).toMatchObject({ state: 'ready' })
  const lifted = boss.api.payouts.lift({ id: held.id, version: held.version, holdId: held.holds[0]?.id ?? '' })
  await expect(lifted).rejects.toThrow('Withdraw the offer under Problems.')
  // A repayment of all that is left withdraws the offer.
  const paid = { amount: 92, on: today(app), reference: 'WIRE-1' }
  await boss.api.admin.problems.recordRepayment({ id, version: decided.version, ...paid })
  expect(await boss.api.payouts.get({ id: one.payoutId })).toMatchObject({ state: 'ready' })
  await shop.isRight()
})

test('what is offered already is no longer left for another offer', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { id, version } = await aClawback(app, dana, boss)
  const [half, whole] = [await anApproval(app, dana, boss, { cardValue: 50 }), await anApproval(app, dana, boss)]
  const offered = await boss.api.admin.problems.offer({ id, version, payoutId: half.payoutId })
  await expect(
    boss.api.admin.problems.offer({ id, version: offered.version, payoutId: whole.payoutId }),
  ).rejects.toThrow('A whole payout is offered, and at most $46.00 is left to repay.')
})

test('an offer of more than is left to repay is not taken', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { problem, id } = await anOffer(app, dana, boss)
  await app.ctx.db.updateTable('order_problems').set({ left_cents: 9199 }).where('id', '=', problem.id).execute()
  await expect(dana.api.transactions.answerOffer({ id, accepts: true })).rejects.toThrow('waits for something else')
  expect(await dana.api.transactions.debts()).toMatchObject([{ open: 91.99, repaid: 0, offers: [{ id }] }])
})

test('an offer is withdrawn only with its own problem', async () => {
  await using shop = await site()
  const { app, dana, boss } = shop
  const { id: offerId } = await anOffer(app, dana, boss)
  const { id, version } = await aClawback(app, await app.customer('Tom Okafor'), boss)
  await expect(boss.api.admin.problems.withdrawOffer({ id, version, offerId })).rejects.toMatchObject({
    cause: { code: 'not_found' },
  })
  expect(await dana.api.transactions.debts()).toMatchObject([{ offers: [{ id: offerId }] }])
})
