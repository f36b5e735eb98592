import { expect, test } from 'vitest'
import { aFinishedSubmission, aSubmission } from '../../testing/test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

const URL = '/api/admin/users.csv'
const exported = (app: TestApp, as: Person, query = '') => app.request('GET', URL + query, { as })
const linesOf = (body: string) =>
  body
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .slice(0, -1)

test('exports the registered users, newest first, with trades and payouts, but no staff', async () => {
  await using app = await createTestApp()
  const dana = await app.customer('Dana Reyes')
  app.clock.advance(60_000)
  const marcus = await app.customer('Marcus "Mo" Lee')
  const owner = await app.staff()
  await aFinishedSubmission(app, dana)
  await aSubmission(app, dana, { cardBrand: 'target', cardValue: 50 })
  const response = await exported(app, owner)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/csv; charset=utf-8/),
    'content-disposition': `attachment; filename=users-${app.clock.now().toISOString().slice(0, 10)}.csv`,
    'x-content-type-options': 'nosniff',
  })
  const [header, first, second, ...rest] = linesOf(response.body)
  expect(header).toBe('User ID,Name,Email,Phone,Status,Registered,Last login,Trades,Total card value,Paid out')
  // An id may begin with '-', which a spreadsheet would take for a formula: it gets an apostrophe.
  expect(first).toMatch(
    new RegExp(`^'?${marcus.id},"Marcus ""Mo"" Lee",${marcus.email},.*,Active,2026-11-20T12:01.*,0,0,0$`),
  )
  expect(second).toMatch(new RegExp(`^'?${dana.id},Dana Reyes,${dana.email},.*,Active,2026-11-20T12:00.*,2,150,92$`))
  expect(rest).toEqual([])
})

test('exports what the search finds, and neutralizes names that a spreadsheet would run', async () => {
  await using app = await createTestApp()
  await app.customer('Dana Reyes')
  const evil = await app.customer('=HYPERLINK("evil")')
  const lines = linesOf((await exported(app, await app.staff(), '?search=hyperlink')).body)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${evil.id},"'=HYPERLINK(""evil"")",`)
})

test('exports every user once, beyond one batch', async () => {
  await using app = await createTestApp()
  const owner = await app.staff()
  const {
    id: _,
    username: __,
    ...row
  } = await app.ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', (await app.customer()).id)
    .executeTakeFirstOrThrow()
  const many = Array.from({ length: 1_000 }, (_, at) => ({
    ...row,
    id: `user-${at}`,
    username: null,
    email: `user-${at}@mail.example`,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(at / 3))).toISOString(),
  }))
  for (const user of many) await app.ctx.db.insertInto('users').values(user).execute()
  const ids = linesOf((await exported(app, owner)).body)
    .slice(1)
    .map((line) => line.split(',')[0])
  expect(ids).toHaveLength(1_001)
  expect(new Set(ids).size).toBe(1_001)
})

test('is for owners, and writes an audit entry without what was searched', async () => {
  await using app = await createTestApp()
  for (const role of ['reviewer', 'support', 'finance'] as const)
    expect((await exported(app, await app.colleague(role))).statusCode).toBe(403)
  const owner = await app.staff()
  await exported(app, owner)
  await exported(app, owner, '?search=dana')
  const entries = app.ctx.db
    .selectFrom('audit_log')
    .select(['actor_id', 'detail'])
    .where('action', '=', 'users.exported')
  expect(await entries.orderBy('sequence').execute()).toEqual([
    { actor_id: owner.id, detail: 'all' },
    { actor_id: owner.id, detail: 'search of 4 characters' },
  ])
})
