import { expect, test } from 'vitest'
import { aSubmission } from '../testing/test-support/factories.ts'
import { cuttable, decide, lookingAt, opening, reviewSite, seen } from '../testing/test-support/review-locks.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

test('looking locks nothing, also when the lock of a colleague ends', async () => {
  await using app = await createTestApp()
  const { ana, ben, submissionId, pageOf } = await reviewSite(app)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  const first = await lookingAt(one, submissionId)
  expect(seen(await first.next())).toEqual({ holder: undefined, isYours: false, viewers: [ana.id] })
  const second = await opening(two, submissionId)
  expect(seen(await second.next()).holder).toBe(ben.id)
  while (seen(await first.next()).holder !== ben.id);
  second.unsubscribe()
  const isOpen = ({ viewers, holder }: ReturnType<typeof seen>) => viewers.length > 1 || holder !== undefined
  while (isOpen(seen(await first.next())));
  expect(await app.ctx.db.selectFrom('review_locks').selectAll().execute()).toEqual([])
  expect((await decide(ben, submissionId)).status).toBe('processing')
})

test('shows one who looks that the lock of a lost connection has expired', async () => {
  await using app = await createTestApp()
  const { url, ana, ben, submissionId, pageOf } = await reviewSite(app)
  const lost = await cuttable(url, ana, submissionId)
  await using two = pageOf(ben)
  const second = await lookingAt(two, submissionId)
  expect(seen(await second.next()).holder).toBe(ana.id)
  await lost.cut()
  expect(seen(await second.next())).toEqual({ holder: ana.id, isYours: false, viewers: [ben.id] })
  app.clock.advance(59_999)
  await expect(decide(ben, submissionId)).rejects.toThrow('is deciding on this order.')
  app.clock.advance(1)
  expect(seen(await second.next())).toEqual({ holder: undefined, isYours: false, viewers: [ben.id] })
})

test('a decision ends the lock, and no one locks an order that needs no decision', async () => {
  await using app = await createTestApp()
  const { customer, ana, ben, submissionId, pageOf } = await reviewSite(app)
  const rejected = await aSubmission(app, customer)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  const first = await opening(one, submissionId)
  expect(seen(await first.next()).isYours).toBe(true)
  await ana.api.admin.review.approve({ submissionId, version: 1 })
  while (seen(await first.next()).isYours);
  const second = await opening(two, submissionId)
  expect(seen(await second.next()).holder).toBeUndefined()
  await ben.api.admin.review.takeOver({ submissionId })
  const third = await opening(one, rejected)
  expect(seen(await third.next()).isYours).toBe(true)
  await ana.api.admin.submissions.setStatus({ submissionId: rejected, status: 'rejected', version: 1 })
  while (seen(await third.next()).isYours);
  expect(await app.ctx.db.selectFrom('review_locks').selectAll().execute()).toEqual([])
})
