import { expect, test } from 'vitest'
import { reviewMessages } from '#shared/review.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { balancesOf, livePayoutOf } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { createTestClock } from '../testing/test-support/test-clock.ts'
import { releaseDuePayouts } from './payout-holds.ts'

test('an approval whose payout another server has released before its time cannot be undone', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, dana)
  const { version } = await boss.api.admin.review.approve({ submissionId, undoable: true })
  const ahead = createTestClock(new Date(app.clock.now().getTime() + 60_000).toISOString())
  await releaseDuePayouts({ ...app.ctx, clock: ahead })
  await expect(boss.api.admin.review.undoStatus({ submissionId, version })).rejects.toThrow(reviewMessages.undoTooLate)
  expect((await livePayoutOf(app, submissionId)).state).toBe('ready')
  expect((await dana.api.transactions.get({ id: submissionId })).status).toBe('processing')
  expect(await balancesOf(app)).toEqual({ cards: 9200, [`payable:${dana.id}`]: -9200 })
})
