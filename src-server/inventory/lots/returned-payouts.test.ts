import { expect, test } from 'vitest'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { aBoughtCard, itemOf } from '../../testing/test-support/inventory.ts'
import { livePayoutOf } from '../../testing/test-support/payouts.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

test('a delivered card stays sold when its payout comes back and is paid again, and the buyer pays it', async () => {
  await using app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const submissionId = await aBoughtCard(app, dana, boss)
  const { id } = await fay.api.lots.make({ buyer: 'Card Resale Inc.', items: [{ submissionId, price: 96 }] })
  const expectSold = async () => {
    expect((await itemOf(app.ctx.db, submissionId)).state).toBe('disposed')
    expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  }
  await fay.api.lots.record({ id, outcome: 'delivered' })
  await expectSold()
  const paid = await livePayoutOf(app, submissionId)
  await boss.api.payouts.recordReturn({ id: paid.id, version: paid.version, code: 'provider' })
  await expectSold()
  await boss.api.admin.review.approve({ submissionId })
  const again = await livePayoutOf(app, submissionId)
  const [hold] = (await fay.api.payouts.get({ id: again.id })).holds
  await fay.api.payouts.lift({ id: again.id, version: again.version, holdId: hold?.id ?? '' })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await expectSold()
  await fay.api.lots.record({ id, outcome: 'paid', reference: 'WIRE-1' })
  await expectSold()
})

test('an offered card whose payout comes back is listed once it is paid again', async () => {
  await using app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const submissionId = await aBoughtCard(app, dana, boss)
  const stateOf = async () => (await itemOf(app.ctx.db, submissionId)).state
  const { id } = await fay.api.lots.make({ buyer: 'Card Resale Inc.', items: [{ submissionId, price: 96 }] })
  const paid = await livePayoutOf(app, submissionId)
  await boss.api.payouts.recordReturn({ id: paid.id, version: paid.version, code: 'provider' })
  expect(await stateOf()).toBe('withdrawn')
  await boss.api.admin.review.approve({ submissionId })
  const again = await livePayoutOf(app, submissionId)
  const [hold] = (await fay.api.payouts.get({ id: again.id })).holds
  await fay.api.payouts.lift({ id: again.id, version: again.version, holdId: hold?.id ?? '' })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  expect(await stateOf()).toBe('listed')
  await fay.api.lots.record({ id, outcome: 'paid', reference: 'WIRE-1' })
  expect(await stateOf()).toBe('disposed')
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})
