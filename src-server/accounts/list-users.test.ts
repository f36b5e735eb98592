import { CompiledQuery } from 'kysely'
import { expect } from 'vitest'
import type { RegisteredUser } from '#shared/registered-user-schema.ts'
import { DAY_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { queriesOf } from '../testing/test-support/query-plans.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { isOnPostgres } from '../testing/test-support/test-database.ts'
import { countUsers, listUserPage } from './user-list-queries.ts'

/** Registers customers one minute apart, oldest first. */
async function customers(app: TestApp, ...names: string[]): Promise<Person[]> {
  const people: Person[] = []
  for (const name of names) {
    people.push(await app.customer(name))
    app.clock.advance(60_000)
  }
  return people
}

const names = ({ data }: { data: readonly RegisteredUser[] }) => data.map(({ name }) => name)

test('returns the specified fields, the value of all trades and the payout of completed ones', async ({ app }) => {
  const [dana] = (await customers(app, 'Dana Reyes')) as [Person]
  const staff = await app.staff()
  const paid = await aSubmission(app, dana)
  await aSubmission(app, dana, { cardNumber: 'X2MW 9QP4 7TLZ 6KRE' })
  await staff.api.admin.submissions.setStatus({ submissionId: paid, status: 'completed' })
  const { data, pagination } = await staff.api.admin.users.list({})
  expect(data).toEqual([
    {
      id: dana.id,
      name: 'Dana Reyes',
      username: null,
      email: dana.email,
      phone: '555-010-0100',
      tradeCount: 2,
      totalTradeValue: 200,
      totalPayoutAmount: 92,
      createdAt: '2026-11-20T12:00:00.000Z',
      lastLoginAt: '2026-11-20T12:00:00.000Z',
      isActive: true,
    },
  ])
  expect(pagination).toEqual({
    totalItems: 1,
    totalPages: 1,
    currentPage: 1,
    limit: 15,
    hasPrev: false,
    hasNext: false,
  })
})

test('counts a repeated submit as one trade and a rejected one as none', async ({ app }) => {
  const [dana] = (await customers(app, 'Dana Reyes')) as [Person]
  const staff = await app.staff()
  const fileIds = [(await app.ctx.db.selectFrom('files').select('id').executeTakeFirst())?.id ?? 'nothing']
  await expect(aSubmission(app, dana, { fileIds })).rejects.toThrow()
  const idempotencyKey = 'the-same-order'
  const submissionId = await aSubmission(app, dana, { idempotencyKey })
  const files = await app.ctx.db.selectFrom('files').select('id').where('submission_id', '=', submissionId).execute()
  await aSubmission(app, dana, { idempotencyKey, fileIds: files.map(({ id }) => id) })
  expect((await staff.api.admin.users.list({})).data[0]?.tradeCount).toBe(1)
})

test('excludes staff and deleted accounts from list and counts', async ({ app }) => {
  const [dana, gone] = (await customers(app, 'Dana Reyes', 'Gone Away')) as [Person, Person]
  await app.colleague('reviewer')
  await gone.api.account.deleteAccount({ password: customerPassword })
  const staff = await app.staff()
  expect(names(await staff.api.admin.users.list({}))).toEqual(['Dana Reyes'])
  expect(names(await staff.api.admin.users.list({ search: 'deleted' }))).toEqual([])
  expect(await staff.api.admin.users.totals({ since: '2026-11-20T00:00:00.000Z' })).toEqual({
    totalUsers: 1,
    withPhoneNumbers: 1,
    registeredToday: 1,
    activeTraders: 0,
    mayClearAllData: true,
  })
  await expect(staff.api.admin.users.get({ userId: gone.id })).rejects.toThrow('Not found.')
  await expect(staff.api.admin.users.get({ userId: staff.id })).rejects.toThrow('Not found.')
  expect((await staff.api.admin.users.get({ userId: dana.id })).activeSessions).toBe(1)
})

test("counts all users, and registrations of today by the viewer's day", async ({ app }) => {
  const [first] = (await customers(app, 'One', 'Two', 'Three')) as [Person]
  app.clock.advance(DAY_MS)
  const [, , fifth] = (await customers(app, 'Four', 'Five', 'Six')) as Person[]
  await app.ctx.db.updateTable('users').set({ phone: '' }).where('id', '=', first.id).execute()
  await aSubmission(app, first)
  await aSubmission(app, first, { cardNumber: 'X2MW 9QP4 7TLZ 6KRE' })
  await aSubmission(app, fifth ?? first)
  const staff = await app.staff()
  const totals = (since: string) => staff.api.admin.users.totals({ since })
  expect(await totals('2026-11-21T00:00:00Z')).toMatchObject({
    totalUsers: 6,
    withPhoneNumbers: 5,
    registeredToday: 3,
    activeTraders: 2,
  })
  expect((await totals('2026-11-20T12:02:00.000Z')).registeredToday).toBe(4)
  await expect(totals('yesterday')).rejects.toThrow('ISO 8601')
})

test('sorts pages by registration, last login or trades', async ({ app }) => {
  const people = await customers(app, 'A', 'B', 'C', 'D', 'E')
  const [a, b] = people as [Person, Person]
  await app.signInAgain(b)
  await aSubmission(app, a)
  const { api } = await app.staff()
  const pages = await Promise.all([1, 2, 3, 4].map((page) => api.admin.users.list({ page, limit: 2 })))
  expect(pages.map(names)).toEqual([['E', 'D'], ['C', 'B'], ['A'], []])
  expect(pages[1]?.pagination).toMatchObject({ totalItems: 5, totalPages: 3, hasPrev: true, hasNext: true })
  expect(names(await api.admin.users.list({ sort: 'lastLogin' }))).toEqual(['B', 'E', 'D', 'C', 'A'])
  expect(names(await api.admin.users.list({ sort: 'trades', limit: 1 }))).toEqual(['A'])
})

test.each([
  ['part of a name', 'rey', ['Dana Reyes']],
  ['another case', 'ÉLODIE', ['Élodie Ünal']],
  ['letters in two characters', 'e\u0301lodie u\u0308', ['Élodie Ünal']],
  ['full width', '\u3000Ｄａｎａ\u3000Ｒｅｙ', ['Dana Reyes']],
  ['part of an address', 'customer2@', ['Élodie Ünal']],
  ['part of a phone', '010-01', ['Élodie Ünal', 'Dana Reyes']],
  ['a phone without its dashes', '5550100100', ['Élodie Ünal', 'Dana Reyes']],
  ['a phone written another way', '(555) 010', ['Élodie Ünal', 'Dana Reyes']],
  ['a sign that databases know', '%', []],
  ['another one', '_', []],
  ['nothing known', 'zzzz', []],
  ['spaces', '   ', ['Élodie Ünal', 'Dana Reyes']],
])('finds the matching customers by %s', async (_, search, found) => {
  await using app = await createTestApp()
  await customers(app, 'Dana Reyes', 'Élodie Ünal')
  const { api } = await app.staff()
  const page = await api.admin.users.list({ search })
  expect(names(page)).toEqual(found)
  expect(page.pagination.totalItems).toBe(found.length)
})

test('finds a name of full width in either width', async ({ app }) => {
  await customers(app, 'Ｄａｎａ Ｒｅｙｅｓ')
  const { api } = await app.staff()
  for (const search of ['dana reyes', 'Ｄａｎａ Ｒｅｙｅｓ'])
    expect(names(await api.admin.users.list({ search }))).toEqual(['Ｄａｎａ Ｒｅｙｅｓ'])
})

test('searches the current profile, not the former one', async ({ app }) => {
  const [dana] = (await customers(app, 'Dana Reyes')) as [Person]
  const staff = await app.staff()
  await dana.api.account.saveProfile({
    email: 'New@mail.example',
    phone: '555-222-3333',
    address: '',
    currentPassword: customerPassword,
  })
  for (const [search, count] of [
    ['new@mail', 1],
    ['222-3333', 1],
    ['dana', 1],
    ['customer1', 0],
    ['010-0100', 0],
  ] as const)
    expect([search, (await staff.api.admin.users.list({ search })).data.length]).toEqual([search, count])
})

test('returns the plain list over REST, or a page when one is requested', async ({ app }) => {
  await customers(app, 'Dana Reyes', 'Marcus Bell')
  const as = await app.colleague('reviewer')
  const get = async (query: string) => (await app.request('GET', `/api/admin/users${query}`, { as })).json()
  expect((await get('')).map(({ name }: RegisteredUser) => name)).toEqual(['Marcus Bell', 'Dana Reyes'])
  const page = await get('?page=2&limit=1')
  expect(names(page)).toEqual(['Dana Reyes'])
  expect(page.pagination).toMatchObject({ totalItems: 2, currentPage: 2 })
  expect(names(await get('?search=marcus'))).toEqual(['Marcus Bell'])
  expect(await get('?page=0')).toMatchObject({ message: 'Page must be a whole number from 1.', code: 'bad_request' })
  expect(await get('?limit=101')).toMatchObject({ message: 'Limit must be a whole number from 1 to 100.' })
  expect(await get('?sort=shoe')).toMatchObject({ message: 'Order must be registered, lastLogin or trades.' })
  expect(JSON.stringify(await get(''))).not.toMatch(/hash|token|secret|argon/i)
})

test("lists a customer's submissions without secrets, and conversations only with the support permission", async () => {
  await using app = await createTestApp()
  const [dana] = (await customers(app, 'Dana Reyes')) as [Person]
  const id = await aSubmission(app, dana)
  await dana.api.chat.send({ subject: 'My payout', message: 'When?' })
  const staff = await app.staff()
  const submissions = await staff.api.admin.users.submissions({ userId: dana.id })
  expect(submissions.data).toEqual([
    {
      id,
      cardType: 'Apple',
      cardValue: 100,
      payoutAmount: 92,
      paymentMethod: 'cashapp',
      cardNumber: '•••• 6KRD',
      status: 'pending',
      createdAt: expect.any(String),
    },
  ])
  expect(submissions.pagination.totalItems).toBe(1)
  const [support, reviewer] = [await app.colleague('support'), await app.colleague('reviewer')]
  expect(await support.api.admin.users.conversations({ userId: dana.id })).toMatchObject([
    { subject: 'My payout', status: 'open', messageCount: 1 },
  ])
  await expect(reviewer.api.admin.users.conversations({ userId: dana.id })).rejects.toThrow('Access Denied')
  expect(await reviewer.api.admin.users.get({ userId: dana.id })).toMatchObject({ openOrders: 1, completedOrders: 0 })
})

test.skipIf(isOnPostgres())('reads only index entries for lists and counts, not the rows of other users', async () => {
  await using app = await createTestApp()
  const { db } = app.ctx
  const page = { page: 3, limit: 15 }
  const asked = await queriesOf(db, async (spied) => {
    for (const sort of ['registered', 'lastLogin', 'trades'] as const)
      for (const search of [undefined, 'dana']) await listUserPage(spied, { ...page, sort, search })
    await countUsers(spied, '2026-11-20T00:00:00.000Z')
  })
  expect(asked.length).toBeGreaterThanOrEqual(16)
  for (const { sql, parameters } of asked) {
    const explained = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    const plan = explained.rows.map(({ detail }) => detail).join('; ')
    expect([sql, plan]).toEqual([sql, expect.stringMatching(/^SEARCH users USING COVERING INDEX \w+ \([^)]+\)$/)])
  }
})
