import { expect, test } from 'vitest'
import { inTransaction } from '../platform/db/database.ts'
import { startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { anApproval, balancesOf } from '../testing/test-support/payouts.ts'
import { openPayPalSite } from '../testing/test-support/paypal-site.ts'
import { closeDebts } from './close-debts.ts'

test('closes what is owed and what is on its way, by hand or by PayPal, in the accounts where it is', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  const { app, dana, boss } = site
  const [waiting, byHand] = [await anApproval(app, dana, boss), await anApproval(app, dana, boss)]
  await boss.api.payouts.begin({ id: byHand.payoutId, version: 1 })
  const sent = await site.sent('pending@mail.example')
  await site.work()
  const sending = await site.sent()
  const { data } = await boss.api.payouts.list()
  const states = [waiting, byHand, sent, sending].map(({ payoutId }) => data.find(({ id }) => id === payoutId)?.state)
  expect(states).toEqual(['ready', 'sending', 'sent', 'sending'])
  const open = { [`payable:${dana.id}`]: -9200, 'clearing:unassigned': -9200 - 18_400 }
  expect(await balancesOf(app)).toEqual({ cards: 36_800, ...open })
  await inTransaction(app.call, (tx) => closeDebts(app.ctx, tx, boss.id))
  expect(await balancesOf(app)).toEqual({})
})
