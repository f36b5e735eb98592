import { expect, test } from 'vitest'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { aBoughtCard, aBuyer, dispose, itemOf } from '../../testing/test-support/inventory.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { openRestorableSite } from '../../testing/test-support/restorable-site.ts'
import { makeBackup } from './backup.ts'

test('a restore repeats the items of payouts since the backup, and lists the dispositions that it lost', async () => {
  await using fake = await startFakePayPal()
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  const [kept, sold] = [await aBoughtCard(app, dana, boss), await aBoughtCard(app, dana, boss)]
  const { submissionId: later, payoutId: id } = await anApproval(app, dana, boss)
  const pay = async (payoutId: string) => {
    const { version: seen } = await boss.api.payouts.get({ id: payoutId })
    const { payout } = await boss.api.payouts.begin({ id: payoutId, version: seen })
    return boss.api.payouts.markSent({ id: payoutId, version: payout.version, reference: 'CA-1' })
  }
  const { submissionId: returned, payoutId } = await anApproval(app, dana, boss)
  const { version } = await pay(payoutId)
  await boss.api.payouts.recordReturn({ id: payoutId, version, code: 'provider' })
  await boss.api.admin.review.approve({ submissionId: returned })
  await dispose(app, boss, kept, { kind: 'written-off', cause: 'drained' })
  const { file } = await makeBackup(app.ctx)
  const sale = { kind: 'sold', buyerId: await aBuyer(app, boss), amountCents: 9600, reference: 'R-7' } as const
  await dispose(app, boss, sold, sale)
  await pay(id)
  const [held] = (await boss.api.payouts.list({ state: 'held' })).data
  const { id: heldId = '', version: seen = 0 } = held ?? {}
  await (await app.colleague('finance')).api.payouts.release({ id: heldId, version: seen })
  await pay(heldId)

  await using again = await restorable.restore(file)
  expect(again.done.bought).toEqual(expect.arrayContaining([later, returned]))
  expect(again.done.lostDispositions).toMatchObject([
    { kind: 'sold', submission: sold, amountCents: 9600, costCents: 9200, reference: 'R-7' },
  ])
  const { db } = again.app.ctx
  const states = await Promise.all([kept, sold, later].map(async (order) => (await itemOf(db, order)).state))
  expect(states).toEqual(['written-off', 'in-stock', 'in-stock'])
  expect(await verifyLedger(db)).not.toHaveProperty('problem')
})
