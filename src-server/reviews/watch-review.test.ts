import { expect } from 'vitest'
import type { OpenReview } from '#shared/review-schema.ts'
import { test } from '../testing/test-support/app-test.ts'
import {
  cuttable,
  decide,
  decision,
  lookingAt,
  opening,
  renewalAfter,
  reviewSite,
  seen,
} from '../testing/test-support/review-locks.ts'
import { taking } from '../testing/test-support/socket-page.ts'

test('gives the lock to the first who decides and shows the second who has it', async ({ app }) => {
  const { ana, ben, submissionId, pageOf } = await reviewSite(app)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  const first = await opening(one, submissionId)
  expect(seen(await first.next())).toEqual({ holder: ana.id, isYours: true, viewers: [ana.id] })
  const second = await opening(two, submissionId)
  expect(seen(await second.next())).toEqual({ holder: ana.id, isYours: false, viewers: [ana.id, ben.id] })
  expect(seen(await first.next())).toEqual({ holder: ana.id, isYours: true, viewers: [ana.id, ben.id] })
  await expect(decide(ben, submissionId)).rejects.toMatchObject({
    message: expect.stringMatching(/^reviewer \d+ is deciding on this order\.$/),
    cause: { code: 'conflict', detail: {} },
  })
  expect((await decide(ana, submissionId)).status).toBe('processing')
})

test('gives the lock to exactly one of two who decide at once and shows both the same holder', async ({ app }) => {
  const { ana, ben, submissionId, pageOf } = await reviewSite(app)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  const both = await Promise.all([opening(one, submissionId), opening(two, submissionId)])
  const presences = await Promise.all(
    both.map(async ({ next }) => {
      for (;;) {
        const presence = await next()
        if (presence.viewers.length === 2) return presence
      }
    }),
  )
  expect(presences.map(({ isYours }) => isYours).sort()).toEqual([false, true])
  expect(presences[0]?.holder).toEqual(presences[1]?.holder)
})

test('ignores the lock for a decision without a version', async ({ app }) => {
  const { ana, ben, submissionId, pageOf } = await reviewSite(app)
  await using one = pageOf(ana)
  await (await opening(one, submissionId)).next()
  const body = { status: 'rejected' }
  const answer = await app.request('PATCH', `/api/submissions/${submissionId}/status`, { as: ben, body })
  expect([answer.statusCode, answer.json().version]).toEqual([200, 2])
})

test('transfers the lock on takeover, notifies the former holder and rejects their decisions', async ({ app }) => {
  const { ana, ben, submissionId, pageOf } = await reviewSite(app)
  await using one = pageOf(ana)
  const first = await opening(one, submissionId)
  await first.next()
  expect(await ben.api.admin.review.takeOver({ submissionId })).toEqual({ ok: true })
  expect(seen(await first.next())).toEqual({ holder: ben.id, isYours: false, viewers: [ana.id] })
  await expect(decide(ana, submissionId)).rejects.toThrow('is deciding on this order.')
  expect((await decide(ben, submissionId)).status).toBe('processing')
  const audit = await app.ctx.db.selectFrom('audit_log').selectAll().where('object_id', '=', submissionId).execute()
  expect(audit).toMatchObject([
    { action: 'submission.taken-over', actor_id: ben.id },
    { action: 'submission.decided', actor_id: ben.id },
  ])
})

test('passes the lock to one who decides too when the holder closes the page', async ({ app }) => {
  const { ana, ben, submissionId, pageOf } = await reviewSite(app)
  const cleo = await app.colleague('reviewer')
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  await using three = pageOf(cleo)
  const first = await opening(one, submissionId)
  await first.next()
  const second = await opening(two, submissionId)
  await second.next()
  const third = await lookingAt(three, submissionId)
  expect(seen(await third.next()).viewers).toEqual([ana.id, ben.id, cleo.id])
  first.unsubscribe()
  for (;;) {
    const { holder, viewers } = seen(await third.next())
    if (holder !== ben.id) continue
    expect({ holder, viewers }).toEqual({ holder: ben.id, viewers: [ben.id, cleo.id] })
    break
  }
})

test('passes the lock on with the decided version when the holder closes the page after deciding', async ({ app }) => {
  const { ana, ben, submissionId, pageOf } = await reviewSite(app)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  const first = await opening(one, submissionId)
  await first.next()
  const second = await opening(two, submissionId)
  expect(seen(await second.next()).holder).toBe(ana.id)
  expect((await decide(ana, submissionId)).version).toBe(2)
  first.unsubscribe()
  while (seen(await second.next()).holder !== ben.id);
  expect(await ben.api.admin.submissions.setStatus({ ...decision(submissionId), version: 2 })).toMatchObject({
    version: 3,
  })
})

test('rejects a decision that arrives after its author closed the page and lost the lock', async ({ app }) => {
  const { ana, ben, submissionId, pageOf } = await reviewSite(app)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  const first = await opening(one, submissionId)
  await first.next()
  const second = await opening(two, submissionId)
  await second.next()
  first.unsubscribe()
  while (seen(await second.next()).holder !== ben.id);
  await expect(decide(ana, submissionId)).rejects.toThrow('is deciding on this order.')
})

test('keeps the lock for a minute after a lost connection, then gives it to the next who decides', async ({ app }) => {
  const { url, ana, ben, submissionId, pageOf } = await reviewSite(app)
  const lost = await cuttable(url, ana, submissionId)
  await using two = pageOf(ben)
  const second = await opening(two, submissionId)
  expect(seen(await second.next()).viewers).toEqual([ana.id, ben.id])
  await lost.cut()
  expect(seen(await second.next())).toEqual({ holder: ana.id, isYours: false, viewers: [ben.id] })
  app.clock.advance(59_999)
  await expect(decide(ben, submissionId)).rejects.toThrow('is deciding on this order.')
  app.clock.advance(1)
  expect(seen(await second.next())).toEqual({ holder: ben.id, isYours: true, viewers: [ben.id] })
  expect((await decide(ben, submissionId)).status).toBe('processing')
})

test('keeps the lock for a holder who reconnects within the minute', async ({ app }) => {
  const { url, ana, ben, submissionId, pageOf } = await reviewSite(app)
  const lost = await cuttable(url, ana, submissionId)
  await using two = pageOf(ben)
  const second = await opening(two, submissionId)
  await second.next()
  await lost.cut()
  expect(seen(await second.next()).viewers).toEqual([ben.id])
  app.clock.advance(59_000)
  const { presence } = await cuttable(url, ana, submissionId)
  expect(seen(presence)).toEqual({ holder: ana.id, isYours: true, viewers: [ben.id, ana.id] })
  app.clock.advance(59_000)
  await expect(decide(ben, submissionId)).rejects.toThrow('is deciding on this order.')
})

test('keeps the lock of a connected holder beyond the lease, also after a takeover', async ({ app }) => {
  const { ana, ben, submissionId, pageOf } = await reviewSite(app)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  await (await opening(two, submissionId)).next()
  await (await opening(one, submissionId)).next()
  await ana.api.admin.review.takeOver({ submissionId })
  for (let third = 0; third < 9; third++) {
    await renewalAfter(20_000, app, submissionId)
    await expect(decide(ben, submissionId)).rejects.toThrow('is deciding on this order.')
  }
})

test('ignores an expired lock that has no viewers', async ({ app }) => {
  const { ana, ben, submissionId } = await reviewSite(app)
  await ana.api.admin.review.takeOver({ submissionId })
  app.clock.advance(60_000)
  expect((await decide(ben, submissionId)).status).toBe('processing')
})

test('counts two tabs of one user as one viewer and keeps the lock until both are closed', async ({ app }) => {
  const { ana, ben, submissionId, pageOf } = await reviewSite(app)
  await using one = pageOf(ana)
  await using other = pageOf(ana)
  await using two = pageOf(ben)
  const tab = await opening(one, submissionId)
  await tab.next()
  const secondTab = await opening(other, submissionId)
  expect(seen(await secondTab.next())).toEqual({ holder: ana.id, isYours: true, viewers: [ana.id] })
  const second = await opening(two, submissionId)
  await second.next()
  tab.unsubscribe()
  expect(seen(await secondTab.next())).toEqual({ holder: ana.id, isYours: true, viewers: [ana.id, ben.id] })
  await expect(decide(ben, submissionId)).rejects.toThrow('is deciding on this order.')
  secondTab.unsubscribe()
  expect(seen(await second.next()).viewers).toEqual([ben.id])
})

test('lists open submissions with their viewers and removes closed ones', async ({ app }) => {
  const { ana, submissionId, pageOf } = await reviewSite(app)
  const support = await app.colleague('support')
  await using list = pageOf(support)
  await using one = pageOf(ana)
  const marks = await taking<OpenReview[]>((on) => list.trpc.admin.review.watchPresence.subscribe(undefined, on))
  expect(await marks.next()).toEqual([])
  const review = await opening(one, submissionId)
  const { viewers } = await review.next()
  expect(await marks.next()).toEqual([{ submissionId, viewers }])
  review.unsubscribe()
  expect(await marks.next()).toEqual([])
})

test('rejects opening or taking over an unknown submission, and any opening by support', async ({ app }) => {
  const { ana, submissionId, pageOf } = await reviewSite(app)
  await using one = pageOf(ana)
  await using other = pageOf(await app.colleague('support'))
  await expect(opening(one, 'GCE-0000000000')).rejects.toMatchObject({ data: { code: 'not_found' } })
  await expect(ana.api.admin.review.takeOver({ submissionId: 'GCE-0000000000' })).rejects.toThrow('Not found.')
  await expect(opening(other, submissionId)).rejects.toMatchObject({ data: { code: 'forbidden' } })
  expect(await app.ctx.db.selectFrom('review_locks').selectAll().execute()).toEqual([])
})
