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
  await dispose(app, boss, kept, { kind: 'written-off', cause: 'drained' })
  const { file } = await makeBackup(app.ctx)
  const sale = { kind: 'sold', buyerId: await aBuyer(app, boss), amountCents: 9600, reference: 'R-7' } as const
  await dispose(app, boss, sold, sale)
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })

  await using again = await restorable.restore(file)
  expect(again.done.bought).toEqual([later])
  expect(again.done.lostDispositions).toMatchObject([
    { kind: 'sold', submission: sold, amountCents: 9600, costCents: 9200, reference: 'R-7' },
  ])
  const { db } = again.app.ctx
  const states = await Promise.all([kept, sold, later].map(async (order) => (await itemOf(db, order)).state))
  expect(states).toEqual(['written-off', 'in-stock', 'in-stock'])
  expect(await verifyLedger(db)).not.toHaveProperty('problem')
})
