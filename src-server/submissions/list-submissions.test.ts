import { expect } from 'vitest'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

/** Creates submissions of one customer, a minute apart; returns their ids, oldest first. */
async function someSubmissions(app: TestApp, customer: Person, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    app.clock.advance(60_000)
    ids.push(await aSubmission(app, customer))
  }
  return ids
}

test('returns pages of 15, newest first, with the total count', async ({ app, customer }) => {
  const ids = await someSubmissions(app, customer, 16)
  const staff = await app.staff()
  const first = await staff.api.admin.submissions.list({})
  expect(first.data.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 15))
  expect(first.pagination).toEqual({
    totalItems: 17,
    totalPages: 2,
    currentPage: 1,
    limit: 15,
    hasPrev: false,
    hasNext: true,
  })
  const second = await staff.api.admin.submissions.list({ page: 2 })
  expect(second.data).toMatchObject([{ id: ids[0] }, { status: 'registered' }])
  expect(second.pagination).toMatchObject({ currentPage: 2, hasPrev: true, hasNext: false })
})

test('puts submissions of the same millisecond on exactly one page each', async ({ app, customer }) => {
  const ids = [await aSubmission(app, customer), await aSubmission(app, customer), await aSubmission(app, customer)]
  const staff = await app.staff()
  const pages = [1, 2, 3].map((page) => staff.api.admin.submissions.list({ page, limit: 1, status: 'pending' }))
  const shown = (await Promise.all(pages)).flatMap(({ data }) => data.map(({ id }) => id))
  expect(shown.sort()).toEqual(ids.sort())
})

test('returns an empty page beyond the end, with its page number', async ({ app }) => {
  await aSubmission(app, await app.customer())
  const staff = await app.staff()
  const { data, pagination } = await staff.api.admin.submissions.list({ page: 9 })
  expect(data).toEqual([])
  expect(pagination).toMatchObject({ totalItems: 2, totalPages: 1, currentPage: 9, hasNext: false })
})

test('returns an empty page for the largest page number', async ({ app, staff }) => {
  const url = `/api/admin/submissions?page=${Number.MAX_SAFE_INTEGER}&limit=100`
  const response = await app.request('GET', url, { as: staff })
  expect(response.statusCode).toBe(200)
  expect(response.json().data).toEqual([])
})

test('filters by status and lists registrations without a status or with their own', async ({ app, customer }) => {
  const [one, two] = await someSubmissions(app, customer, 2)
  const staff = await app.staff()
  await staff.api.admin.submissions.setStatus({ submissionId: one ?? '', status: 'completed' })
  const idsOf = async (query: string) => {
    const response = await app.request('GET', `/api/admin/submissions${query}`, { as: staff })
    return response
      .json()
      .data.map(({ id, status }: { id: string; status: string }) => (status === 'registered' ? status : id))
  }
  expect(await idsOf('?status=completed')).toEqual([one])
  expect(await idsOf('?status=pending')).toEqual([two])
  expect(await idsOf('?status=failed')).toEqual([])
  for (const all of ['', '?status=', '?status=all']) expect(await idsOf(all)).toEqual([two, one, 'registered'])
  expect(await idsOf('?status=registered')).toEqual(['registered'])
})

test('matches a part of e-mail, card type or id, ignoring case', async ({ app, customer: dana, other: marcus }) => {
  const apple = await aSubmission(app, dana)
  const target = await aSubmission(app, marcus, { cardBrand: 'target' })
  const staff = await app.staff()
  const found = async (search: string) =>
    (await staff.api.admin.submissions.list({ search, limit: 100 })).data
      .filter(({ status }) => status !== 'registered')
      .map(({ id }) => id)
  expect(await found(dana.email.toUpperCase())).toEqual([apple])
  expect(await found('TARG')).toEqual([target])
  expect(await found(apple.toLowerCase())).toEqual([apple])
  expect(await found(apple.slice(4, 10))).toEqual([apple])
  expect(await found('  apple ')).toEqual([apple])
  expect((await found('')).sort()).toEqual([apple, target].sort())
  for (const nothing of ['%', '_', '\\', "' or 1=1 --", '8841', 'Dana', 'pending'])
    expect(await found(nothing)).toEqual([])
})

test('combines search and status and counts the matches', async ({ app, customer }) => {
  const ids = await someSubmissions(app, customer, 3)
  const staff = await app.staff()
  await staff.api.admin.submissions.setStatus({ submissionId: ids[0] ?? '', status: 'rejected' })
  const { data, pagination } = await staff.api.admin.submissions.list({ search: 'apple', status: 'pending', limit: 1 })
  expect(data).toMatchObject([{ id: ids[2] }])
  expect(pagination).toMatchObject({ totalItems: 2, totalPages: 2 })
})

test.each([
  ['page=0', 'Page must be a whole number from 1.'],
  ['page=x', 'Page must be a whole number from 1.'],
  ['limit=101', 'Limit must be a whole number from 1 to 100.'],
  ['status=paid', 'Unknown status.'],
  ['search=a&search=b', 'Search must be a text.'],
  [`search=${'x'.repeat(201)}`, 'Use at most 200 characters.'],
])('rejects the query %s with a message', async (query, message) => {
  await using app = await createTestApp()
  const staff = await app.staff()
  const response = await app.request('GET', `/api/admin/submissions?${query}`, { as: staff })
  expect(response.json()).toMatchObject({ message, code: 'bad_request' })
})

test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'limit=0', 'limit=101', 'status=paid', 'search=a&search=b'])(
  'rejects the query %s',
  async (query) => {
    await using app = await createTestApp()
    const staff = await app.staff()
    expect((await app.request('GET', `/api/admin/submissions?${query}`, { as: staff })).statusCode).toBe(400)
  },
)

test("lists only the customer's own submissions, newest first, without the registration", async ({ app }) => {
  const [customer, other] = [await app.customer(), await app.customer()]
  const ids = await someSubmissions(app, customer, 2)
  await aSubmission(app, other)
  const list = await customer.api.transactions.list()
  expect(list.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(await app.request('GET', `/api/user/transactions?email=${customer.email}`, { as: customer })).toMatchObject({
    statusCode: 200,
  })
  const foreign = await app.request('GET', `/api/user/transactions?email=${other.email}`, { as: customer })
  expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'forbidden'])
})

test('lets staff list any customer, but requires an e-mail address', async ({ app, customer }) => {
  const id = await aSubmission(app, customer)
  const staff = await app.staff()
  expect(await staff.api.transactions.list({ email: customer.email })).toMatchObject([{ id }])
  expect(await staff.api.transactions.list({ email: 'nobody@mail.example' })).toEqual([])
  await expect(staff.api.transactions.list()).rejects.toMatchObject({ cause: { code: 'forbidden' } })
})

test('lists files in the order they were chosen', async ({ app, customer }) => {
  const names = ['c.png', 'a.png', 'b.png']
  const fileIds: string[] = []
  for (const name of names) fileIds.push(await anUpload(app, customer, name))
  await aSubmission(app, customer, { fileIds })
  const staff = await app.staff()
  const [transaction] = await customer.api.transactions.list()
  const { data } = await staff.api.admin.submissions.list({ status: 'pending' })
  expect(transaction?.uploadedFiles.map(({ fileName }) => fileName)).toEqual(names)
  expect(data[0]?.uploadedFiles.map(({ fileName }) => fileName)).toEqual(names)
})

test('rejects the history of an unknown submission with not_found', async ({ staff }) => {
  const history = staff.api.admin.submissions.history({ submissionId: 'GCE-0000000000' })
  await expect(history).rejects.toMatchObject({ cause: { code: 'not_found' } })
})
