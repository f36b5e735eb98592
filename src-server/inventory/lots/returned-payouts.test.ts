import { expect, test } from 'vitest'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { aBoughtCard, itemOf } from '../../testing/test-support/inventory.ts'
import { livePayoutOf } from '../../testing/test-support/payouts.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

/** A shop that has offered a bought card in a lot. */
async function open() {
  const app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const submissionId = await aBoughtCard(app, dana, boss)
  const { id } = await fay.api.lots.make({ buyer: 'Card Resale Inc.', items: [{ submissionId, price: 96 }] })
  const expectState = async (state: string) => {
    expect((await itemOf(app.ctx.db, submissionId)).state).toBe(state)
    expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  }
  return {
    ...{ boss, fay, submissionId, id, expectState },
    async payoutComesBack() {
      const paid = await livePayoutOf(app, submissionId)
      await boss.api.payouts.recordReturn({ id: paid.id, version: paid.version, code: 'provider' })
    },
    async payAgain() {
      await boss.api.admin.review.approve({ submissionId })
      const again = await livePayoutOf(app, submissionId)
      const [hold] = (await fay.api.payouts.get({ id: again.id })).holds
      await fay.api.payouts.lift({ id: again.id, version: again.version, holdId: hold?.id ?? '' })
      await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

test('a delivered card stays sold when its payout comes back and is paid again, and the buyer pays it', async () => {
  await using shop = await open()
  const { fay, id, expectState } = shop
  await fay.api.lots.record({ id, outcome: 'delivered' })
  await expectState('disposed')
  await shop.payoutComesBack()
  await expectState('disposed')
  await shop.payAgain()
  await expectState('disposed')
  await fay.api.lots.record({ id, outcome: 'paid', reference: 'WIRE-1' })
  await expectState('disposed')
})

test('an offered card whose payout comes back is listed once it is paid again', async () => {
  await using shop = await open()
  const { fay, id, expectState } = shop
  await shop.payoutComesBack()
  await expectState('withdrawn')
  await shop.payAgain()
  await expectState('listed')
  await fay.api.lots.record({ id, outcome: 'paid', reference: 'WIRE-1' })
  await expectState('disposed')
})

test('a refused card with a shown code that is bought again is to be checked after less was found on it', async () => {
  await using shop = await open()
  const { boss, fay, id, submissionId, expectState } = shop
  for (const outcome of ['delivered', 'refused'] as const) await fay.api.lots.record({ id, outcome })
  await expectState('to-check')
  await shop.payoutComesBack()
  await expectState('withdrawn')
  await boss.api.admin.review.recordCheck({ submissionId, how: 'website', outcome: 'lower', balance: 99.99 })
  await shop.payAgain()
  await expectState('to-check')
})
