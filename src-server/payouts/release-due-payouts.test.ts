import { expect, test } from 'vitest'
import { aSubmission } from '../testing/test-support/factories.ts'
import { livePayoutOf } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { startPayoutRelease } from './payout-holds.ts'

test('a payout that becomes due while the due ones are read is released', async () => {
  await using app = await createTestApp()
  const boss = await app.staff()
  const submissionId = await aSubmission(app, await app.customer())
  await boss.api.admin.review.approve({ submissionId, undoable: true })
  const { ready_at: readyAt } = await livePayoutOf(app, submissionId)
  // The timer is early by a millisecond, and each look at the clock takes one.
  let now = Date.parse(String(readyAt)) - 1
  const clock = {
    now: () => new Date(now++),
    after(_: number, work: () => void) {
      const timer = setImmediate(work)
      return () => clearImmediate(timer)
    },
  }
  const stop = startPayoutRelease({ ...app.ctx, clock })
  await expect.poll(async () => (await livePayoutOf(app, submissionId)).state).toBe('ready')
  await stop()
})
