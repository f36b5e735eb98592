import { expect, test } from 'vitest'
import { worksAlone } from '../testing/test-support/controls.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { itemOf } from '../testing/test-support/inventory.ts'
import { anApproval, balancesOf, livePayoutOf } from '../testing/test-support/payouts.ts'
import { aCheckOf, openRequestOf } from '../testing/test-support/requests.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'

test.each([
  ['has no value', { payout_cents: 0 }],
  ['is from before payouts and names no method', { payment_type: null }],
])('an order that %s is not approved: it has no payout', async (_, columns) => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, dana)
  await app.ctx.db.updateTable('submissions').set(columns).where('id', '=', submissionId).execute()
  await expect(boss.api.admin.review.approve({ submissionId })).rejects.toThrow('This order has no payout.')
  expect((await dana.api.transactions.get({ id: submissionId })).status).toBe('pending')
  expect(await balancesOf(app)).toEqual({})
})

type Found = { brand: string; face: number; cents: number }

/** An order of $100 at 92 percent whose payout came back, of which a check found another card since; approved again. */
async function repriced(app: TestApp, { dana, boss }: { dana: Person; boss: Person }, { brand, face, cents }: Found) {
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  const paid = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  const { version } = await boss.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  const checkId = await aCheckOf(app, boss, submissionId, face)
  await boss.api.admin.requests.offer({ submissionId, version, checkId, cardBrand: brand })
  const offer = await openRequestOf(dana, submissionId)
  await dana.api.requests.accept({ id: offer, payoutAmount: cents / 100 })
  await boss.api.admin.review.approve({ submissionId })
  return { submissionId, payoutId: (await livePayoutOf(app, submissionId)).id, former: id }
}

test.each([
  ['higher', { brand: 'apple', face: 15_000, cents: 13_800 }],
  ['lower', { brand: 'steam', face: 5000, cents: 4500 }],
])('a %s price after a payout came back is owed instead of the former one, and is paid', async (_, found) => {
  const { brand, face, cents } = found
  await using app = await createTestApp()
  await worksAlone(app)
  const [dana, boss] = [await app.customer(), await app.staff()]
  const other = await anApproval(app, dana, boss)
  const { submissionId, payoutId: id, former } = await repriced(app, { dana, boss }, found)
  const owed = { cards: 9200 + cents, [`payable:${dana.id}`]: -(9200 + cents) }
  expect(await balancesOf(app)).toEqual(owed)
  const posted = await app.ctx.db
    .selectFrom('ledger_transfers')
    .select(['kind', 'amount_cents'])
    .where('submission_id', '=', submissionId)
    .where('payout_id', 'in', [former, id])
    .where('kind', 'in', ['approve', 'approval-reversal'])
    .orderBy('sequence')
    .execute()
  expect(posted).toEqual([
    { kind: 'approve', amount_cents: 9200 },
    { kind: 'approve', amount_cents: cents },
    { kind: 'approval-reversal', amount_cents: 9200 },
  ])
  for (const payoutId of [id, other.payoutId]) {
    const [hold] = (await boss.api.payouts.get({ id: payoutId })).holds
    const { version } = await boss.api.payouts.get({ id: payoutId })
    if (hold) await boss.api.payouts.lift({ id: payoutId, version, holdId: hold.id, amount: cents / 100 })
    const ready = await boss.api.payouts.get({ id: payoutId })
    const { payout } = await boss.api.payouts.begin({ id: payoutId, version: ready.version })
    await boss.api.payouts.markSent({ id: payoutId, version: payout.version, reference: payoutId })
  }
  expect(await itemOf(app.ctx.db, submissionId)).toMatchObject({
    ...{ state: 'in-stock', brand, face_cents: face, left_face_cents: face, cost_cents: cents, left_cost_cents: cents },
  })
  expect(await balancesOf(app)).toEqual({ cards: 9200 + cents, 'cash:unassigned': -(9200 + cents) })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})
