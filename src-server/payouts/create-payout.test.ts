import { expect, test } from 'vitest'
import { aSubmission } from '../testing/test-support/factories.ts'
import { balancesOf } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

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
