import { expect, test } from 'vitest'
import { verifyLog } from '../../audit/verify-log.ts'
import { aBoughtCard, dispose } from '../../testing/test-support/inventory.ts'
import { replaceUnposted } from '../../testing/test-support/ledger.ts'
import { anApproval, balancesOf, livePayoutOf } from '../../testing/test-support/payouts.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { mendLedger } from './mend-ledger.ts'
import { verifyLedger } from './verify-ledger.ts'

test('posts the debt of a payout of a new price, paid or not, once, with an audit entry', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const [higher, lower] = [await anApproval(app, dana, boss), await anApproval(app, dana, boss)]
  const more = await replaceUnposted(app, higher, 13_800)
  const less = await replaceUnposted(app, lower, 4600)
  await boss.api.admin.submissions.setStatus({ submissionId: lower.submissionId, status: 'completed' })
  expect(await verifyLedger(app.ctx.db)).toHaveProperty('problem')
  const mended = [
    `${higher.submissionId} ${more}: $92.00 to $138.00`,
    `${lower.submissionId} ${less}: $92.00 to $46.00`,
  ]
  expect((await mendLedger(app.ctx)).toSorted()).toEqual(mended.toSorted())
  expect(await balancesOf(app)).toEqual({ cards: 18_400, 'cash:unassigned': -4600, [`payable:${dana.id}`]: -13_800 })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  await boss.api.admin.submissions.setStatus({ submissionId: higher.submissionId, status: 'completed' })
  expect(await mendLedger(app.ctx)).toEqual([])
  const { entries } = await boss.api.admin.audit.list({ action: 'ledger.mended' })
  expect(entries.map(({ objectId, detail }) => [objectId, detail])).toContainEqual([more, '$92.00 to $138.00'])
  expect((await verifyLog(app.ctx.db, app.ctx.keyring)).problem).toBeUndefined()
})

test('a card that was partly used when its payout came back changes the margin, one that was withdrawn its cost', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const [used, whole] = [await aBoughtCard(app, dana, boss), await aBoughtCard(app, dana, boss)]
  await dispose(app, boss, used, { kind: 'redeemed', faceCents: 5000, place: { place: 'account', name: 'Ours' } })
  for (const submissionId of [used, whole]) {
    const { id: payoutId, version } = await livePayoutOf(app, submissionId)
    await boss.api.payouts.recordReturn({ id: payoutId, version, code: 'provider' })
    await replaceUnposted(app, { submissionId, payoutId }, 8000)
    await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  }
  expect(await mendLedger(app.ctx)).toHaveLength(2)
  // Half of the first card was redeemed at a margin of $4.00, and all of it has cost $12.00 less.
  expect(await balancesOf(app)).toMatchObject({
    cards: 4600 + 8000,
    margin: -400 - 1200,
    'cash:unassigned': -16_000 + 5000,
  })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('lists a card again that an open lot waits for', async () => {
  await using app = await createTestApp()
  const boss = await app.staff()
  const submissionId = await aBoughtCard(app, await app.customer(), boss)
  await boss.api.lots.make({ buyer: 'Card Resale Inc.', items: [{ submissionId, price: 96 }] })
  await app.ctx.db.updateTable('inventory_items').set({ state: 'in-stock' }).execute()
  expect(await mendLedger(app.ctx)).toEqual([`${submissionId}: listed again`])
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('what is owed to all customers is one sum, which names none of them', async () => {
  await using app = await createTestApp()
  const [boss, fay] = [await app.staff(), await app.colleague('finance')]
  for (const name of ['Dana Reyes', 'Tom Okafor']) await anApproval(app, await app.customer(name), boss)
  expect(await fay.api.payouts.balances()).toEqual([
    { account: 'cards', balance: 184 },
    { account: 'payable', balance: -184 },
  ])
})
