import { expect, test } from 'vitest'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { aBalanceCheck } from '../../testing/test-support/balance-checks.ts'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { aBoughtCard } from '../../testing/test-support/inventory.ts'
import { balancesOf } from '../../testing/test-support/payouts.ts'
import { openPayPalSite } from '../../testing/test-support/paypal-site.ts'
import { today } from '../../testing/test-support/problems.ts'
import { customerPassword } from '../../testing/test-support/test-app.ts'

test('automatic sending leaves the payouts of a seller whose paid card is reported, and sends them afterwards', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake, { paypalSends: 'automatic' })
  const { app, dana, boss } = site
  const submissionId = await aBoughtCard(app, dana, boss)
  const waiting = [await site.approved(), await site.approved()]
  const { id, version } = await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) })
  await site.work()
  const states = () =>
    Promise.all(waiting.map(async ({ payoutId }) => (await boss.api.payouts.get({ id: payoutId })).state))
  expect(await states()).toEqual(['held', 'held'])
  expect((await fake.books()).posts).toEqual({})
  await aBalanceCheck(app, boss, submissionId)
  await boss.api.admin.problems.decide({ id, version, decision: 'write-off' })
  await site.work()
  await site.later(10)
  expect(await states()).toEqual(['paid', 'paid'])
})

test('a payout that a colleague is paying by hand, or that PayPal was asked to pay, is not touched', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  const { app, dana, boss } = site
  const submissionId = await aBoughtCard(app, dana, boss)
  const byHand = await site.approved()
  await boss.api.payouts.begin({ id: byHand.payoutId, version: 1 })
  const asked = await site.sent('pending@mail.example')
  await site.work()
  const unasked = await site.sent()
  await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) })
  const stateOf = async (id: string) => (await boss.api.payouts.get({ id })).state
  expect(await stateOf(byHand.payoutId)).toBe('sending')
  expect(await stateOf(asked.payoutId)).toBe('sent')
  expect(await stateOf(unasked.payoutId)).toBe('held')
})

test('when PayPal returns the payout of a decided problem, nothing of it is paid again', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  const { app, dana, boss } = site
  const { submissionId, payoutId: payout } = await site.sent()
  await site.work()
  await site.later(10)
  const { id, version } = await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) })
  await aBalanceCheck(app, boss, submissionId)
  await boss.api.admin.problems.decide({ id, version, decision: 'write-off' })
  await fake.setStatus(payout, 'RETURNED')
  await app.ctx.db.updateTable('payout_attempts').set({ next_poll_at: app.clock.now().toISOString() }).execute()
  await site.work()
  const returned = await boss.api.payouts.get({ id: payout })
  expect(returned).toMatchObject({ state: 'returned', isOwed: true })
  const method = { type: 'paypal', details: 'dana.new@mail.example' } as const
  await expect(
    dana.api.transactions.changePayout({ id: submissionId, method, currentPassword: customerPassword }),
  ).rejects.toThrow('A problem was found with the card of this order after it was paid. It is not paid again.')
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'pending' })
  await expect(boss.api.admin.review.approve({ submissionId })).rejects.toThrow('It is not paid again.')
  await boss.api.payouts.closeDebt({ id: payout, version: returned.version, note: 'The card was empty.' })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test.each([0, 42])(
  'a payout that PayPal takes back is set against its claw back, of which $%d are repaid',
  async (repaid) => {
    await using fake = await startFakePayPal()
    await using site = await openPayPalSite(fake)
    const { app, dana, boss } = site
    const { submissionId, payoutId: payout } = await site.sent()
    await site.work()
    await site.later(10)
    const { id, version } = await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) })
    const decision = { decision: 'claw-back', reason: 'It was empty.' } as const
    const decided = await boss.api.admin.problems.decide({ id, version, ...decision })
    if (repaid > 0) {
      const money = { amount: repaid, on: today(app), reference: 'WIRE-1' }
      await boss.api.admin.problems.recordRepayment({ id, version: decided.version, ...money })
    }
    const before = (await app.mails()).length
    await fake.setStatus(payout, 'RETURNED')
    await app.ctx.db.updateTable('payout_attempts').set({ next_poll_at: app.clock.now().toISOString() }).execute()
    await site.work()

    const returned = await boss.api.payouts.get({ id: payout })
    expect(returned.state).toBe('returned')
    expect(returned).not.toHaveProperty('isOwed')
    const [debt] = await dana.api.transactions.debts()
    expect(debt).toMatchObject({ open: 0 })
    expect(debt?.entries).toContainEqual(expect.objectContaining({ how: 'came-back', amount: 92 - repaid }))
    const balances = await balancesOf(app)
    expect(balances).not.toHaveProperty(`payable:${dana.id}`)
    expect(balances).not.toHaveProperty(`receivable:${dana.id}`)
    expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
    const mails = (await app.mails()).slice(before)
    expect(mails.map(({ subject }) => subject)).toEqual([`Our payout for order ${submissionId} came back`])
    expect(mails[0]?.text).toContain(`You owe nothing more for order ${submissionId}.`)
    const { notes } = await boss.api.admin.review.get({ submissionId })
    expect(notes.map(({ text }) => text).join()).toContain(repaid > 0 ? 'which has to be sent back' : '')
    expect(notes).toHaveLength(repaid > 0 ? 1 : 0)
  },
)
