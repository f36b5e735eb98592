import { expect, test } from 'vitest'
import { timestamp } from '../platform/clock.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { releaseLock } from './review-lock.ts'
import { findActiveLock } from './review-lock-queries.ts'

test('releasing ends only the caller’s own lock', async () => {
  await using app = await createTestApp()
  const [ana, ben] = [await app.colleague('reviewer'), await app.colleague('reviewer')]
  const submissionId = await aSubmission(app, await app.customer())
  const holder = async () => (await findActiveLock(app.ctx.db, submissionId, timestamp(app.clock)))?.holder_id
  await ben.api.admin.review.takeOver({ submissionId })
  await releaseLock(app.ctx, ana.id, submissionId)
  expect(await holder()).toBe(ben.id)
  await releaseLock(app.ctx, ben.id, submissionId)
  expect(await holder()).toBeUndefined()
})
