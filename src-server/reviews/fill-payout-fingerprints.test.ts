import { expect, test } from 'vitest'
import { aSubmission } from '../testing/makers.ts'
import { createTestApp, customerPassword } from '../testing/test-app.ts'
import { fillPayoutFingerprints } from './fill-payout-fingerprints.ts'

test('orders from before get the fingerprint they would get today; those without details stay without', async () => {
  await using app = await createTestApp()
  const { db } = app.ctx
  const [customer, gone, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const bank = { paymentMethod: 'bank', accountNumber: '000123456789', routingNumber: '021000021' }
  await aSubmission(app, customer)
  await aSubmission(app, customer, bank)
  const finished = await aSubmission(app, gone)
  await staff.api.admin.setStatus({ submissionId: finished, status: 'completed' })
  await gone.api.account.deleteAccount({ password: customerPassword })
  const all = () => db.selectFrom('submissions').select(['id', 'payout_fingerprint']).orderBy('id').execute()
  const before = await all()
  expect(before.filter(({ payout_fingerprint }) => payout_fingerprint !== null)).toHaveLength(2)
  await db.updateTable('submissions').set({ payout_fingerprint: null }).execute()
  expect(await fillPayoutFingerprints(app.ctx)).toBe(2)
  expect(await all()).toEqual(before)
  expect(await fillPayoutFingerprints(app.ctx)).toBe(0)
})
