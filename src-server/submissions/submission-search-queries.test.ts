import { expect, test } from 'vitest'
import { reviewStatuses } from '#shared/submission.ts'
import { seedQueue } from '../testing/bench/seed-queue.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { isOnPostgres } from '../testing/test-support/test-database.ts'
import { listAllMatches, listSubmissionPage, type SearchBounds, searchBounds } from './submission-page-queries.ts'

const wide: SearchBounds = { exact: 500, reach: 10_000, looksPerMatch: 10, newest: 2000 }

async function queueOf(count: number): Promise<TestApp> {
  const app = await createTestApp()
  await seedQueue(app.ctx, count, 60_000)
  return app
}

/** Returns every submission, newest first, as the reference for the search. */
async function everything({ ctx }: TestApp) {
  return ctx.db.selectFrom('submissions').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}
type Row = Awaited<ReturnType<typeof everything>>[number]

const contains = (row: Row, text: string) =>
  [row.email, row.card_type, row.id].some((each) => each.toLowerCase().includes(text.toLowerCase()))
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const page = (app: TestApp, search: string, more: object = {}, bounds = wide) =>
  listSubmissionPage(app.ctx.db, { page: 1, limit: 100, search, ...more }, bounds)

test('finds by every part of an e-mail address, card type or id what a full scan finds', async () => {
  await using app = await queueOf(300)
  const rows = await everything(app)
  const parts = rows
    .slice(0, 12)
    .flatMap(({ email, card_type, id }, at) => [
      email,
      email.slice(at % 5),
      email.slice(2, 4 + at),
      email.toUpperCase(),
      card_type.slice(at % 2),
      card_type.toLowerCase(),
      id.slice(at % 9),
      id.toLowerCase(),
    ])
  for (const search of parts.filter((part) => part.trim() === part && part !== ''))
    for (const status of [undefined, 'rejected', 'pending'] as const) {
      const wanted = rows.filter((row) => contains(row, search) && (!status || row.status === status))
      const { rows: found, ...totals } = await page(app, search, { status })
      expect([search, totals]).toEqual([search, { totalItems: wanted.length }])
      expect(idsOf(found)).toEqual(idsOf(wanted.slice(0, 100)))
    }
})

test.each([
  '"',
  '""',
  '"a" OR "b"',
  "'''",
  '%%%',
  '___',
  '\\\\\\',
  'a*b',
  '^com',
  'email:dana',
  'NOT dana',
  '(((',
  '\0\0\0',
  'a\0b',
  '{id}:a',
])('treats %j as literal text without matches', async (search) => {
  await using app = await queueOf(20)
  expect(await page(app, search)).toEqual({ rows: [], totalItems: 0 })
})

test('finds special characters of the index syntax in an e-mail address', async () => {
  await using app = await queueOf(20)
  const { db } = app.ctx
  const [first] = await everything(app)
  const email = `o'hara"x" -%_*@mail.example`
  await db
    .updateTable('submissions')
    .set({ email })
    .where('id', '=', first?.id ?? '')
    .execute()
  for (const search of [`o'hara"`, '"x"', '-%_*@', `'hara"x" -%_*@mail`, '%_', '*@', '"'])
    expect([search, idsOf((await page(app, search)).rows)]).toEqual([search, [first?.id]])
})

test('matches non-ASCII letters, ignoring case', async () => {
  await using app = await queueOf(20)
  const [first] = await everything(app)
  await app.ctx.db
    .updateTable('submissions')
    .set({ email: 'zoë.ångström@mail.example' })
    .where('id', '=', first?.id ?? '')
    .execute()
  for (const search of ['zoë', 'ZOË', 'ångström@mail', 'ÅNGSTRÖM@MAIL', '.ång'])
    expect([search, idsOf((await page(app, search)).rows)]).toEqual([search, [first?.id]])
})

test('removes changed addresses and deleted rows from the index', async () => {
  await using app = await queueOf(20)
  const { db } = app.ctx
  const [first, second] = await everything(app)
  await db
    .updateTable('submissions')
    .set({ email: 'somebody-new@post.example' })
    .where('id', '=', first?.id ?? '')
    .execute()
  expect(idsOf((await page(app, first?.email ?? '')).rows)).not.toContain(first?.id)
  expect(idsOf((await page(app, 'body-new@')).rows)).toEqual([first?.id])
  await db
    .deleteFrom('submissions')
    .where('id', '=', second?.id ?? '')
    .execute()
  expect(await page(app, second?.id ?? '')).toEqual({ rows: [], totalItems: 0 })
})

test('flags more matches beyond the exact bound and lists every match on exactly one page', async () => {
  await using app = await queueOf(200)
  const bounds = { ...wide, exact: 20 }
  const rows = await everything(app)
  const matching = rows.filter((row) => contains(row, 'example'))
  const seen: string[] = []
  for (let number = 1; ; number++) {
    const { rows: shown, ...totals } = await page(app, 'example', { page: number, limit: 15 }, bounds)
    seen.push(...idsOf(shown))
    const isCounted = totals.totalItems === matching.length
    expect(totals.moreThan).toBe(isCounted ? undefined : true)
    expect(totals.totalItems).toBeLessThanOrEqual(matching.length)
    if (!isCounted) expect(Math.ceil(totals.totalItems / 15)).toBeGreaterThan(number)
    if (shown.length < 15) break
  }
  expect(seen).toEqual(idsOf(matching))
})

test('ends the pages at the reach and flags more matches', async () => {
  await using app = await queueOf(100)
  const bounds = { ...wide, exact: 10, reach: 50 }
  expect(await page(app, 'example', { page: 5, limit: 10 }, bounds)).toMatchObject({ totalItems: 50, moreThan: true })
  expect((await page(app, 'example', { page: 5, limit: 10 }, bounds)).rows).toHaveLength(10)
  const beyond = await page(app, 'example', { page: 6, limit: 10 }, bounds)
  expect(beyond).toEqual({ rows: [], totalItems: 50, moreThan: true })
})

test('searches only the newest for fewer than three characters, and flags it if there are more', async () => {
  await using app = await queueOf(60)
  const rows = await everything(app)
  const short = (row: Row) => contains(row, 'q')
  const all = await page(app, 'q')
  expect(idsOf(all.rows)).toEqual(idsOf(rows.filter(short)))
  expect(all).toEqual({ rows: all.rows, totalItems: all.rows.length })
  const some = await page(app, 'q', {}, { ...wide, newest: 10 })
  expect(idsOf(some.rows)).toEqual(idsOf(rows.slice(0, 10).filter(short)))
  expect(some).toEqual({ rows: some.rows, totalItems: some.rows.length, amongNewest: 10 })
  const many = await page(app, '-', { limit: 5 }, { ...wide, exact: 5, newest: 40 })
  expect(many).toMatchObject({ totalItems: 10, moreThan: true })
})

test('finds all matches of a frequent text in a rare status', async () => {
  await using app = await queueOf(120)
  const rows = await everything(app)
  const old = rows.at(-1)?.id ?? ''
  await app.ctx.db.updateTable('submissions').set({ status: 'failed' }).where('id', '=', old).execute()
  const few = rows.filter(({ id, status }) => status === 'failed' || id === old)
  const { rows: found, ...totals } = await page(
    app,
    'GCE-',
    { status: 'failed', limit: 10 },
    { ...wide, exact: 5, looksPerMatch: 1 },
  )
  expect(idsOf(found)).toEqual(idsOf(few.slice(0, 10)))
  expect(totals.amongNewest).toBeUndefined()
})

// PostgreSQL reads the newest thousands, whatever the bounds.
test.skipIf(isOnPostgres())('returns how many of the newest were searched when the search is cut short', async () => {
  await using app = await queueOf(120)
  const bounds = { exact: 5, reach: 100, looksPerMatch: 1, newest: 0 }
  const { rows: found, ...totals } = await page(app, 'GCE-', { status: 'completed', limit: 5 }, bounds)
  const looked = (await everything(app)).slice(0, 11)
  const wanted = looked.filter(({ status }) => status === 'completed')
  expect(idsOf(found)).toEqual(idsOf(wanted.slice(0, 5)))
  expect(totals).toEqual({ totalItems: wanted.length, amongNewest: 11 })
})

test('sorts submissions by creation time, not by insertion', async () => {
  await using app = await queueOf(30)
  await seedQueue(
    { ...app.ctx, clock: { ...app.clock, now: () => new Date(app.clock.now().getTime() - 1e9) } },
    30,
    60_000,
  )
  const wanted = (await everything(app)).filter((row) => contains(row, 'example'))
  expect(idsOf((await page(app, 'example')).rows)).toEqual(idsOf(wanted))
  expect(await listAllMatches(app.ctx.db, { statuses: undefined, search: 'example' })).toEqual(idsOf(wanted))
})

test('lists all matches only when all are known', async () => {
  await using app = await queueOf(30)
  const { db } = app.ctx
  expect(await listAllMatches(db, { statuses: undefined, search: 'example' }, { ...wide, exact: 29 })).toBeUndefined()
  expect(await listAllMatches(db, { statuses: undefined, search: 'q' })).toBeUndefined()
  expect(await listAllMatches(db, { statuses: ['failed'], search: 'nobody-here' })).toEqual([])
})

test('returns the same pages as sorting all rows, for every status, without a search', async () => {
  await using app = await queueOf(400)
  const rows = await everything(app)
  for (const status of [undefined, ...reviewStatuses]) {
    const wanted = rows.filter((row) => !status || row.status === status)
    for (const number of [1, 2, 7, 19, 40, 41]) {
      const { rows: shown, totalItems } = await listSubmissionPage(
        app.ctx.db,
        { page: number, limit: 10, status },
        searchBounds,
      )
      expect(totalItems).toBe(wanted.length)
      expect(idsOf(shown)).toEqual(idsOf(wanted.slice((number - 1) * 10, number * 10)))
    }
  }
})
