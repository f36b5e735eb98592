import { expect } from 'vitest'
import { setStaffActive } from '../accounts/staff-accounts.ts'
import { noRequest } from '../audit/audit-queries.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { setInventoryPolicy } from '../testing/test-support/inventory.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { isOnPostgres } from '../testing/test-support/test-database.ts'

async function threeSubmissions(app: TestApp) {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const ids = [await aSubmission(app, customer), await aSubmission(app, customer), await aSubmission(app, customer)]
  return { customer, staff, ids: ids as [string, string, string] }
}

test('rejects a changed and a locked submission with a message and decides the others', async ({ app }) => {
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

test('makes each decision undoable on its own and mails each customer', async ({ app }) => {
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

test('decides once on a submission that is listed twice', async ({ app }) => {
  const { staff, ids } = await threeSubmissions(app)
  const item = { submissionId: ids[0], version: 1 }
  const outcomes = await staff.api.admin.review.setStatuses({ items: [item, item], status: 'processing' })
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false])
})

test('returns a database error as the outcome of that item without its details', async ({ app }) => {
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

test('stops deciding when the reviewer loses the permission between two items', async ({ app }) => {
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

test('rejects an empty list, more than 100 items and the status completed as a whole', async ({ app }) => {
  const { staff, ids } = await threeSubmissions(app)
  const item = { submissionId: ids[0], version: 1 }
  const send = (items: (typeof item)[], status = 'rejected') =>
    staff.api.admin.review.setStatuses({ items, status: status as 'rejected' })
  await expect(send([])).rejects.toThrow('Choose at least one order.')
  await expect(send(Array.from({ length: 101 }, () => item))).rejects.toThrow('Choose at most 100 orders.')
  await expect(send([item], 'completed')).rejects.toThrow('Unknown status.')
  expect((await staff.api.admin.submissions.history({ submissionId: ids[0] })).length).toBe(1)
})

async function shop() {
  const app = await createTestApp()
  const [dana, rob] = [await app.customer(), await app.colleague('reviewer')]
  return {
    ...{ app, dana, rob },
    order: (cardBrand = 'amazon') => aSubmission(app, dana, { cardBrand }),
    balanceOf: async (submissionId: string) => (await rob.api.admin.review.get({ submissionId })).balance,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}
const ours = { place: 'account', name: 'Amazon main' } as const

test('an approval records where the balance is, and the next order of the brand gets it as the usual answer', async () => {
  await using site = await shop()
  const id = await site.order()
  await site.rob.api.admin.review.approve({ submissionId: id, balance: ours })
  expect(await site.balanceOf(id)).toMatchObject({ chosen: { ...ours, by: expect.stringMatching(/^reviewer/) } })
  const next = await site.order()
  expect(await site.balanceOf(next)).toEqual({ usual: ours, isHeld: false })
  expect(await site.balanceOf(await site.order('apple'))).toEqual({ isHeld: false })
})

test('a completion records it too, and an answer is only asked of people: without one nothing is stored', async () => {
  await using site = await shop()
  const boss = await site.app.staff()
  const [id, other] = [await site.order(), await site.order()]
  const balance = { place: 'safe', name: '' } as const
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'completed', balance })
  await boss.api.admin.submissions.setStatus({ submissionId: other, status: 'completed' })
  expect((await site.balanceOf(id)).chosen).toMatchObject(balance)
  expect(await site.balanceOf(other)).toEqual({ usual: balance, isHeld: false })
})

test('an undone approval removes its answer', async () => {
  await using site = await shop()
  const id = await site.order()
  const { version } = await site.rob.api.admin.review.approve({ submissionId: id, balance: ours, undoable: true })
  await site.rob.api.admin.review.undoStatus({ submissionId: id, version })
  expect(await site.balanceOf(id)).toEqual({ isHeld: false })
})

test('an order that is held says so, and until when number and code are kept', async () => {
  await using site = await shop()
  const boss = await site.app.staff()
  await setInventoryPolicy(boss, { custody: 'hold', holdDays: 7 })
  const id = await site.order()
  expect(await site.balanceOf(id)).toEqual({ isHeld: true })
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'completed' })
  const until = new Date(site.app.clock.now().getTime() + 7 * 24 * 60 * 60_000).toISOString()
  expect(await site.balanceOf(id)).toEqual({ isHeld: true, keptUntil: until })
})

test.each([
  [{ place: 'account' }, 'Enter the name of the account or of the buyer.'],
  [{ place: 'bank', name: 'X' }, 'The place must be account, safe or buyer.'],
  ['account', 'A balance has a place and a name.'],
  [{ place: 'safe', name: 'S', owner: 'me' }, 'A balance has a place and a name.'],
])('refuses the balance %j', async (balance, message) => {
  await using site = await shop()
  const id = await site.order()
  const url = `/api/admin/submissions/${id}/approve`
  const { statusCode, body } = await site.app.request('POST', url, { as: site.rob, body: { balance } })
  expect([statusCode, body]).toEqual([400, expect.stringContaining(message)])
})
