import { expect, test } from 'vitest'
import { setStaffActive } from '../accounts/set-staff-active.ts'
import { noRequest } from '../audit/audit-queries.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { isOnPostgres } from '../testing/test-support/test-database.ts'

async function threeSubmissions(app: TestApp) {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const ids = [await aSubmission(app, customer), await aSubmission(app, customer), await aSubmission(app, customer)]
  return { customer, staff, ids: ids as [string, string, string] }
}

test('rejects a changed and a locked submission with a message and decides the others', async () => {
  await using app = await createTestApp()
  const { staff, ids } = await threeSubmissions(app)
  const [stale, locked, fine] = ids
  const colleague = await app.colleague('reviewer')
  await colleague.api.admin.submissions.setStatus({ submissionId: stale, status: 'pending' })
  await colleague.api.admin.review.takeOver({ submissionId: locked })
  const items = [...ids, 'GCE-0000000000'].map((submissionId) => ({ submissionId, version: 1 }))
  const outcomes = await staff.api.admin.review.setStatuses({ items, status: 'rejected', reason: 'Too dark.' })
  expect(outcomes).toEqual([
    {
      submissionId: stale,
      ok: false,
      message: 'Someone else has changed this submission. Look at the new status before you decide.',
    },
    { submissionId: locked, ok: false, message: expect.stringMatching(/ is deciding on this order\.$/) },
    { submissionId: fine, ok: true, version: 2 },
    { submissionId: 'GCE-0000000000', ok: false, message: 'Not found.' },
  ])
  const { data } = await staff.api.admin.submissions.list({ status: 'rejected' })
  expect(data).toMatchObject([{ id: fine, statusReason: 'Too dark.' }])
})

test('makes each decision undoable on its own and mails each customer', async () => {
  await using app = await createTestApp()
  const { staff, ids } = await threeSubmissions(app)
  const before = (await app.mails()).length
  const items = ids.map((submissionId) => ({ submissionId, version: 1 }))
  const outcomes = await staff.api.admin.review.setStatuses({ items, status: 'rejected', undoable: true })
  const undoUntil = '2026-11-20T12:00:08.000Z'
  expect(outcomes).toEqual(ids.map((submissionId) => ({ submissionId, ok: true, version: 2, undoUntil })))
  await staff.api.admin.review.undoStatus({ submissionId: ids[1], version: 2 })
  app.clock.advance(8_000)
  expect(await app.mails()).toHaveLength(before + 2)
})

test('decides once on a submission that is listed twice', async () => {
  await using app = await createTestApp()
  const { staff, ids } = await threeSubmissions(app)
  const item = { submissionId: ids[0], version: 1 }
  const outcomes = await staff.api.admin.review.setStatuses({ items: [item, item], status: 'processing' })
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false])
})

test('returns a database error as the outcome of that item without its details', async () => {
  await using app = await createTestApp()
  const { staff, ids } = await threeSubmissions(app)
  await app.ctx.db
    .updateTable('submissions')
    .set({ payout_details_encrypted: 'broken' })
    .where('id', '=', ids[0])
    .execute()
  const items = ids.map((submissionId) => ({ submissionId, version: 1 }))
  const outcomes = await staff.api.admin.review.setStatuses({ items, status: 'rejected', reason: 'Too dark.' })
  expect(outcomes[0]).toEqual({
    submissionId: ids[0],
    ok: false,
    message: 'Something went wrong on our side. Please try again.',
  })
  expect(outcomes.slice(1).map(({ ok }) => ok)).toEqual([true, true])
  expect(app.log()).toContain('bulk decision failed for one submission')
})

test('stops deciding when the reviewer loses the permission between two items', async () => {
  await using app = await createTestApp()
  const { customer, staff, ids } = await threeSubmissions(app)
  const [first, second] = ids
  // With several connections, as on PostgreSQL, some are decided while the reviewer is being disabled.
  const others: string[] = []
  for (let count = 0; count < 20; count++) others.push(await aSubmission(app, customer))
  const reviewer = await app.colleague('reviewer')
  const disabling: Promise<unknown>[] = []
  const stop = app.ctx.events.listen(({ name }) => {
    if (name === 'submission.status-changed' && disabling.length === 0)
      disabling.push(setStaffActive(app.call, { id: staff.id, ...noRequest }, { id: reviewer.id, isActive: false }))
  })
  const items = [...ids, ...others].map((submissionId) => ({ submissionId, version: 1 }))
  const deciding = reviewer.api.admin.review.setStatuses({ items, status: 'processing' })
  await expect(deciding).rejects.toMatchObject({ cause: { code: 'unauthorized' } })
  stop()
  await Promise.all(disabling)
  const versionsOf = async (submissionId = '') => (await staff.api.admin.submissions.history({ submissionId })).length
  expect(await versionsOf(first)).toBe(2)
  if (!isOnPostgres()) expect(await versionsOf(second)).toBe(1)
  expect(await versionsOf(others.at(-1))).toBe(1)
})

test('rejects an empty list, more than 100 items and the status completed as a whole', async () => {
  await using app = await createTestApp()
  const { staff, ids } = await threeSubmissions(app)
  const item = { submissionId: ids[0], version: 1 }
  const send = (items: (typeof item)[], status = 'rejected') =>
    staff.api.admin.review.setStatuses({ items, status: status as 'rejected' })
  await expect(send([])).rejects.toThrow('Choose at least one order.')
  await expect(send(Array.from({ length: 101 }, () => item))).rejects.toThrow('Choose at most 100 orders.')
  await expect(send([item], 'completed')).rejects.toThrow('Unknown status.')
  expect((await staff.api.admin.submissions.history({ submissionId: ids[0] })).length).toBe(1)
})
