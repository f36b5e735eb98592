import { expect } from 'vitest'
import { type QueueSort, queueSorts } from '#shared/queue.ts'
import { openStatuses, reviewStatuses } from '#shared/submission.ts'
import type { SubmissionListInput } from '#shared/submission-schema.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { seedQueue } from '../testing/bench/seed-queue.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aPhoto, aSubmission } from '../testing/test-support/factories.ts'
import { aCounterOffer } from '../testing/test-support/requests.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { listSubmissionPage } from './submission-page-queries.ts'

/** A submission of a card of its own, paid to an account of its own. */
let cards = 0
async function aCard(app: TestApp, customer: Person, changes: Parameters<typeof aSubmission>[2] = {}): Promise<string> {
  app.clock.advance(MINUTE_MS)
  const own = ++cards
  return aSubmission(app, customer, { cardNumber: `CARD ${1000 + own}`, paymentDetails: `$own${own}`, ...changes })
}

async function idsOf(staff: Person, input: Partial<SubmissionListInput>): Promise<string[]> {
  return (await staff.api.admin.submissions.list(input)).data.map(({ id }) => id)
}

test('lists what needs a decision oldest first, and by REST newest first when no order is given', async ({ app }) => {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const ids = [await aCard(app, customer), await aCard(app, customer), await aCard(app, customer)]
  const [first = '', second = '', third = ''] = ids
  await staff.api.admin.submissions.setStatus({ submissionId: second, status: 'processing' })
  const decided = await aCard(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId: decided, status: 'rejected', reason: 'No.' })
  expect(await idsOf(staff, { status: 'open', sort: 'oldest' })).toEqual([first, second, third])
  expect(await idsOf(staff, { status: 'open', sort: 'newest' })).toEqual([third, second, first])
  expect(await idsOf(staff, { status: 'processing', sort: 'oldest' })).toEqual([second])
  const ask = (query: string) => app.request('GET', `/api/admin/submissions?${query}`, { as: staff })
  const rest = async (query: string) => (await ask(query)).json().data.map(({ id }: { id: string }) => id)
  expect(await rest('status=open')).toEqual([third, second, first])
  expect(await rest('status=open&sort=oldest')).toEqual([first, second, third])
  expect(await rest('status=pending')).toEqual([third, first])
})

test('lists the highest card value first, and equal ones oldest first', async ({ app, customer, staff }) => {
  const older = await aCard(app, customer, { cardValue: 100 })
  const highest = await aCard(app, customer, { cardValue: 500 })
  const newer = await aCard(app, customer, { cardValue: 100 })
  const lowest = await aCard(app, customer, { cardValue: 60 })
  expect(await idsOf(staff, { status: 'open', sort: 'value' })).toEqual([highest, older, newer, lowest])
  await staff.api.admin.submissions.setStatus({ submissionId: highest, status: 'completed' })
  const all = await staff.api.admin.submissions.list({ sort: 'value' })
  expect(all.data.slice(0, 4).map(({ id }) => id)).toEqual([highest, older, newer, lowest])
  expect(all.data.at(-1)).toMatchObject({ status: 'registered', cardValue: 0 })
})

test('lists a card sold before first, then a photo and a payout account used before, then the rest by age', async () => {
  await using app = await createTestApp()
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const bytes = aPhoto()
  const plain = await aCard(app, customer)
  const payout = [
    await aCard(app, customer, { paymentDetails: '$shared' }),
    await aCard(app, other, { paymentDetails: '$shared' }),
  ]
  const photo = [
    await aCard(app, customer, { fileIds: [await anUpload(app, customer, 'front.png', bytes)] }),
    await aCard(app, other, { fileIds: [await anUpload(app, other, 'front.png', bytes)] }),
  ]
  const card = [
    await aCard(app, customer, { cardNumber: 'SAME 1111' }),
    await aCard(app, customer, { cardNumber: 'same-1111' }),
  ]
  const last = await aCard(app, customer)
  expect(await idsOf(staff, { status: 'open', sort: 'risk' })).toEqual([...card, ...photo, ...payout, plain, last])
  // A decided submission leaves the list, its match stays marked.
  await staff.api.admin.submissions.setStatus({ submissionId: card[0] ?? '', status: 'rejected', reason: 'No.' })
  expect(await idsOf(staff, { status: 'pending', sort: 'risk', limit: 2 })).toEqual([card[1], photo[0]])
})

test.each([
  ['sort=cheapest', 'Sort by oldest, newest, value, risk or due.'],
  ['sort=risk', /Only orders that need a decision can be sorted by risk/],
  ['sort=risk&status=completed', /set the status to open, pending or processing/],
  ['until=yesterday', 'Enter a date and time in ISO 8601 format with milliseconds, in UTC.'],
])('rejects the query %s with a message', async (query, message) => {
  await using app = await createTestApp()
  const staff = await app.staff()
  const response = await app.request('GET', `/api/admin/submissions?${query}`, { as: staff })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({
    code: 'bad_request',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
})

/** The order that the pages must have, computed from all rows. */
function reference(
  rows: readonly { id: string; created_at: string; card_value_cents: number }[],
  sort: QueueSort,
): string[] {
  const byAge = rows.toSorted((one, other) =>
    `${one.created_at} ${one.id}` < `${other.created_at} ${other.id}` ? -1 : 1,
  )
  if (sort === 'newest') byAge.reverse()
  if (sort === 'value') byAge.sort((one, other) => other.card_value_cents - one.card_value_cents)
  return byAge.map(({ id }) => id)
}

test.each(queueSorts.filter((sort) => sort !== 'risk'))(
  'pages of the order %s have every submission exactly once',
  async (sort) => {
    await using app = await createTestApp()
    const { db } = app.ctx
    await seedQueue(app.ctx, 700, 60_000)
    // Ties, also across a page border.
    await db
      .updateTable('submissions')
      .set({ created_at: '2026-01-31T23:59:59.999Z' })
      .where('card_brand', '=', 'apple')
      .execute()
    const rows = await db.selectFrom('submissions').selectAll().execute()
    for (const status of [undefined, 'open', ...reviewStatuses] as const) {
      const statuses: readonly string[] = status === 'open' ? openStatuses : status ? [status] : []
      const wanted = reference(statuses.length > 0 ? rows.filter((row) => statuses.includes(row.status)) : rows, sort)
      const listed: string[] = []
      for (let page = 1; listed.length < wanted.length; page++) {
        const { rows: found, totalItems } = await listSubmissionPage(db, { page, limit: 23, status, sort })
        expect(totalItems).toBe(wanted.length)
        expect(found.length).toBeGreaterThan(0)
        listed.push(...found.map(({ id }) => id))
      }
      expect([status, listed]).toEqual([status, wanted])
    }
  },
)

test('pages of the order by risk have every submission exactly once', async ({ app, customer, staff }) => {
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.push(await aCard(app, customer, at % 2 ? { cardNumber: 'SAME 2222' } : {}))
  const pages: string[] = []
  for (const page of [1, 2, 3]) pages.push(...(await idsOf(staff, { status: 'open', sort: 'risk', page, limit: 2 })))
  expect(pages).toEqual([ids[1], ids[3], ids[0], ids[2], ids[4]])
})

test.each(queueSorts)('the order %s leaves out and counts what was created after `until`', async (sort) => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  for (let at = 0; at < 3; at++) await aCard(app, customer, { cardValue: 100 + at })
  const before = await staff.api.admin.submissions.list({ status: 'open', sort })
  expect(before).not.toHaveProperty('newer')
  await aCard(app, customer, { cardValue: 900, cardNumber: 'CARD 7777' })
  await aCard(app, customer, { cardValue: 50, cardNumber: 'card 7777' })
  for (const search of [undefined, 'apple']) {
    const held = await staff.api.admin.submissions.list({ status: 'open', sort, search, until: before.readAt })
    expect(held.data.map(({ id }) => id)).toEqual(before.data.map(({ id }) => id))
    expect([held.newer, held.pagination.totalItems]).toEqual([2, 3])
  }
})

test('an order of a node whose clock is ahead stays listed with `until`', async ({ app, customer, staff }) => {
  const id = await aCard(app, customer)
  app.clock.advance(-MINUTE_MS)
  const { readAt } = await staff.api.admin.submissions.list({ status: 'open', sort: 'newest' })
  const bounded = await staff.api.admin.submissions.list({ status: 'open', sort: 'newest', until: readAt })
  expect([bounded.data.map((each) => each.id), bounded.newer]).toEqual([[id], 0])
})

test('a search keeps the order that was asked for', async ({ app, customer, staff }) => {
  const ids = [
    await aCard(app, customer, { cardValue: 70 }),
    await aCard(app, customer, { cardValue: 300, cardNumber: 'SAME 3333' }),
    await aCard(app, customer, { cardValue: 200, cardNumber: 'SAME 3333' }),
  ]
  const [low, high, middle] = ids
  const found = (sort: QueueSort) => idsOf(staff, { status: 'open', search: 'apple', sort })
  expect(await found('oldest')).toEqual(ids)
  expect(await found('newest')).toEqual(ids.toReversed())
  expect(await found('value')).toEqual([high, middle, low])
  expect(await found('risk')).toEqual([high, middle, low])
})

test('lists only the records of registrations with the filter registered', async ({ app, customer, staff }) => {
  await aCard(app, customer)
  const { data, pagination } = await staff.api.admin.submissions.list({ status: 'registered' })
  expect(data).toMatchObject([{ status: 'registered', email: customer.email }])
  expect(pagination.totalItems).toBe(1)
})

test('counts what waits, what is overdue after an hour, and names the oldest', async ({ app, customer, staff }) => {
  expect(await staff.api.admin.submissions.waiting()).toEqual({
    waiting: 0,
    approved: 0,
    overdue: 0,
    oldest: null,
    oldestDue: null,
  })
  const oldest = await aCard(app, customer)
  const createdAt = app.clock.now().toISOString()
  const decided = await aCard(app, customer)
  await aCard(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId: oldest, status: 'processing' })
  await staff.api.admin.submissions.setStatus({ submissionId: decided, status: 'rejected', reason: 'No.' })
  const waiting = { waiting: 2, approved: 0, oldest: { id: oldest, createdAt } }
  app.clock.advance(57 * MINUTE_MS)
  expect(await staff.api.admin.submissions.waiting()).toEqual({ ...waiting, overdue: 0, oldestDue: null })
  app.clock.advance(MINUTE_MS)
  expect(await staff.api.admin.submissions.waiting()).toEqual({ ...waiting, overdue: 1, oldestDue: { id: oldest } })
})

test('by due time lists what is due first, and behind it what waits for no decision', async ({ app }) => {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const [approved, first, second] = [await aCard(app, customer), await aCard(app, customer), await aCard(app, customer)]
  await app.ctx.db
    .updateTable('submissions')
    .set({ due_at: app.clock.now().toISOString() })
    .where('id', '=', second)
    .execute()
  for (const submissionId of [approved, first])
    await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  await staff.api.admin.review.approve({ submissionId: approved })
  const ids = [second, first]
  expect(await idsOf(staff, { status: 'open', sort: 'due' })).toEqual(ids)
  expect(await idsOf(staff, { status: 'open', sort: 'due', search: 'GCE-' })).toEqual(ids)
  expect(await idsOf(staff, { status: 'processing', sort: 'due' })).toEqual([first, approved])
  expect(await idsOf(staff, { status: 'processing', sort: 'due', limit: 1, page: 2 })).toEqual([approved])
})

test('the place in line of an order is its place in the queue, where accepted offers are first', async ({ app }) => {
  const [customer, staff] = [await app.customer(), await app.staff()]
  for (let at = 0; at < 3; at++) await aCard(app, customer)
  app.clock.advance(MINUTE_MS)
  const offers = [await aCounterOffer(app, customer, staff), await aCounterOffer(app, customer, staff)]
  for (const { id } of offers) await customer.api.requests.accept({ id, payoutAmount: 57.41 })
  const queue = await idsOf(staff, { status: 'open', sort: 'due' })
  expect(queue.slice(0, 2).toSorted()).toEqual(offers.map(({ submissionId }) => submissionId).toSorted())
  expect(await idsOf(staff, { status: 'open', sort: 'due', search: 'GCE-' })).toEqual(queue)
  const placeOf = async (id: string) => (await customer.api.transactions.get({ id })).tracking?.place
  expect(await Promise.all(queue.map(placeOf))).toEqual([1, 2, 3, 4, 5])
})
