import { expect } from 'vitest'
import { timestamp } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aPhoto, aSubmission } from '../testing/test-support/factories.ts'
import { cuttable, decide, lookingAt, opening, reviewSite, seen } from '../testing/test-support/review-locks.ts'
import { releaseLock } from './review-lock.ts'
import { findActiveLock } from './review-queries.ts'

test('looking locks nothing, also when the lock of a colleague ends', async ({ app }) => {
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

test('shows one who looks that the lock of a lost connection has expired', async ({ app }) => {
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

test('a decision ends the lock, and no one locks an order that needs no decision', async ({ app }) => {
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

test('releasing ends only the caller’s own lock', async ({ app }) => {
  const [ana, ben] = [await app.colleague('reviewer'), await app.colleague('reviewer')]
  const submissionId = await aSubmission(app, await app.customer())
  const holder = async () => (await findActiveLock(app.ctx.db, submissionId, timestamp(app.clock)))?.holder_id
  await ben.api.admin.review.takeOver({ submissionId })
  await releaseLock(app.ctx, ana.id, submissionId)
  expect(await holder()).toBe(ben.id)
  await releaseLock(app.ctx, ben.id, submissionId)
  expect(await holder()).toBeUndefined()
})

test('names what each submission has in common with others, and leaves out those without a match', async ({ app }) => {
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const card = (cardNumber: string, paymentDetails: string) => ({ cardNumber, paymentDetails })
  const sameCard = [
    await aSubmission(app, customer, card('SAME 0000 1111', '$one')),
    await aSubmission(app, customer, card('same-0000-1111', '$two')),
  ]
  const bytes = aPhoto()
  const photo = async (person: typeof customer) => [await anUpload(app, person, 'front.png', bytes)]
  const samePhotoAndPayout = [
    await aSubmission(app, customer, { ...card('CARD 0001', '$shared'), fileIds: await photo(customer) }),
    await aSubmission(app, other, { ...card('CARD 0002', '$shared'), fileIds: await photo(other) }),
  ]
  const alone = await aSubmission(app, other, card('CARD 0003', '$alone'))
  const submissionIds = [...sameCard, alone, ...samePhotoAndPayout]
  const found = await staff.api.admin.review.flags({ submissionIds })
  expect(found).toEqual([
    ...sameCard.map((submissionId) => ({ submissionId, kinds: ['same-card'] })),
    ...samePhotoAndPayout.map((submissionId) => ({ submissionId, kinds: ['same-photo', 'same-payout'] })),
  ])
  // The open submission shows the same warnings as its row.
  for (const submissionId of submissionIds) {
    const { flags } = await staff.api.admin.review.get({ submissionId })
    const row = found.find((each) => each.submissionId === submissionId)
    expect([...new Set(flags.map(({ kind }) => kind))]).toEqual(row?.kinds ?? [])
  }
})

test('compares only the submissions that were asked for, and none without any', async ({ app, customer, staff }) => {
  const ids = [await aSubmission(app, customer), await aSubmission(app, customer)]
  expect(await staff.api.admin.review.flags({ submissionIds: ids.slice(1) })).toEqual([
    { submissionId: ids[1], kinds: ['same-card'] },
  ])
  expect(await staff.api.admin.review.flags({ submissionIds: [] })).toEqual([])
})
