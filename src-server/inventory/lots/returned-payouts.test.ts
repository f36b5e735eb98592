import { expect, test } from 'vitest'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { aBoughtCard, itemOf } from '../../testing/test-support/inventory.ts'
import { livePayoutOf } from '../../testing/test-support/payouts.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

const cases = [
  ['a delivered card stays sold, and the buyer pays it', ['delivered'], 'disposed', 'disposed'],
  ['an offered card is listed again', [], 'withdrawn', 'listed'],
  ['a refused card on which less was found is to be checked', ['delivered', 'refused'], 'withdrawn', 'to-check'],
] as const

test.each(cases)('%s, once its payout came back and was paid again', async (_, outcomes, whileBack, whenPaid) => {
  await using app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const submissionId = await aBoughtCard(app, dana, boss)
  const { id } = await fay.api.lots.make({ buyer: 'Card Resale Inc.', items: [{ submissionId, price: 96 }] })
  const expectState = async (state: string) => {
    expect((await itemOf(app.ctx.db, submissionId)).state).toBe(state)
    expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  }
  for (const outcome of outcomes) await fay.api.lots.record({ id, outcome })
  const paid = await livePayoutOf(app, submissionId)
  await boss.api.payouts.recordReturn({ id: paid.id, version: paid.version, code: 'provider' })
  await expectState(whileBack)
  const found = { outcome: 'lower', balance: 99.99 } as const
  await boss.api.admin.review.recordCheck({ submissionId, how: 'website', ...found })
  await boss.api.admin.review.approve({ submissionId })
  const again = await livePayoutOf(app, submissionId)
  const [hold] = (await fay.api.payouts.get({ id: again.id })).holds
  await fay.api.payouts.lift({ id: again.id, version: again.version, holdId: hold?.id ?? '' })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await expectState(whenPaid)
  if (whenPaid === 'to-check') return
  await fay.api.lots.record({ id, outcome: 'paid', reference: 'WIRE-1' })
  await expectState('disposed')
})
