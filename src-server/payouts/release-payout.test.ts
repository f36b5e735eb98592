import { expect, test } from 'vitest'
import { aSubmission } from '../testing/test-support/factories.ts'
import { livePayoutOf } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { releaseDuePayouts } from './payout-holds.ts'

test('lifting the last hold while the approval can be undone releases the payout only after that', async () => {
  await using app = await createTestApp()
  const boss = await app.staff()
  const submissionId = await aSubmission(app, await app.customer())
  await boss.api.admin.review.approve({ submissionId, undoable: true })
  const { id, version } = await livePayoutOf(app, submissionId)
  const held = await boss.api.payouts.hold({ id, version, note: 'Ask the brand.' })
  const lifted = await boss.api.payouts.lift({ id, version: held.version, holdId: held.holds[0]?.id ?? '' })
  expect(lifted).toMatchObject({ state: 'held', holds: [] })
  app.clock.advance(8_000)
  await releaseDuePayouts(app.ctx)
  expect((await livePayoutOf(app, submissionId)).state).toBe('ready')
})
