import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBarrier } from '../../../testing/test-support/barrier.ts'
import { startCutProxy } from '../../../testing/test-support/cut-proxy.ts'
import { openEmptyDatabase, openTestDatabase, urlOf } from '../../../testing/test-support/test-database.ts'
import { inServerTransaction, openPostgres, type ServerDb, type Tx } from '../database.ts'
import { migrate } from '../migrate.ts'

const insert = (db: Tx, id: string) =>
  db
    .insertInto('data_keys')
    .values({ key_id: id, sentinel_encrypted: '', created_at: '2026-11-20T12:00:00.000Z' } as never)
    .execute()
const keys = async (db: ServerDb) =>
  (await db.selectFrom('data_keys').select('key_id').orderBy('key_id').execute()).map(({ key_id }) => key_id)

/** A database behind a proxy, and a direct connection to look at it. */
async function behindProxy() {
  const direct = await openTestDatabase()
  const url = new URL(await urlOf(direct))
  const proxy = await startCutProxy(Number(url.port))
  url.port = String(proxy.port)
  const db = await openPostgres(url.href, { poolSize: 3 })
  return {
    db,
    direct,
    proxy,
    [Symbol.asyncDispose]: async () => {
      await db.destroy()
      await proxy[Symbol.asyncDispose]()
      await direct.destroy()
    },
  }
}

test('returns counts, sums and averages as numbers, as SQLite does', async () => {
  await using db = await openTestDatabase()
  const { rows } = await sql`select count(*) as count, sum(n) as sum, sum(cents) as cents, max(cents) as most,
    avg(n) as average from (values (1, 10::bigint), (2, 20::bigint)) as v (n, cents)`.execute(db)
  expect(rows).toEqual([{ count: 2, sum: 3, cents: 30, most: 20, average: 1.5 }])
})

test('stores a text with NUL, which PostgreSQL does not have, with the replacement character', async () => {
  await using db = await openTestDatabase()
  await inServerTransaction(db, (tx) => insert(tx, 'a\0b'))
  expect(await keys(db)).toEqual(['a\uFFFDb'])
})

test('repeats a transaction that lost a deadlock', async () => {
  await using db = await openTestDatabase()
  await inServerTransaction(db, async (tx) => {
    await insert(tx, 'one')
    await insert(tx, 'two')
  })
  const bothHaveOne = createBarrier(2)
  let runs = 0
  const touchBoth = (first: string, second: string) =>
    inServerTransaction(db, async (tx) => {
      const touch = (id: string) =>
        tx.updateTable('data_keys').set({ sentinel_encrypted: first }).where('key_id', '=', id).execute()
      runs++
      await touch(first)
      await bothHaveOne()
      await touch(second)
    })
  await Promise.all([touchBoth('one', 'two'), touchBoth('two', 'one')])
  // The one that lost ran again.
  expect(runs).toBeGreaterThan(2)
})

test('repeats a transaction that inserted what another one inserted first, so that it finds it', async () => {
  await using db = await openTestDatabase()
  const seen: boolean[] = []
  const bothHaveRead = createBarrier(2)
  const ensure = () =>
    inServerTransaction(db, async (tx) => {
      const found = await tx.selectFrom('data_keys').select('key_id').where('key_id', '=', 'same').executeTakeFirst()
      seen.push(found !== undefined)
      await bothHaveRead()
      if (!found) await insert(tx, 'same')
      return found !== undefined
    })
  expect((await Promise.all([ensure(), ensure()])).sort()).toEqual([false, true])
  expect(await keys(db)).toEqual(['same'])
})

test('gives up on a violated constraint that a repeat does not change', async () => {
  await using db = await openTestDatabase()
  let runs = 0
  const twice = inServerTransaction(db, async (tx) => {
    runs++
    await insert(tx, 'same')
    await insert(tx, 'same')
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(3)
  expect(await keys(db)).toEqual([])
})

for (const [when, runs] of [
  ['before', 2],
  ['after', 1],
] as const)
  test(`commits exactly once when the connection is lost ${when} the server gets the commit`, async () => {
    await using site = await behindProxy()
    let count = 0
    await inServerTransaction(site.db, async (tx) => {
      count++
      await insert(tx, `run ${count}`)
      if (count === 1) site.proxy.cutAt('commit', when)
    })
    expect(count).toBe(runs)
    expect(await keys(site.direct)).toEqual([`run ${runs}`])
  })

test('reports unavailable when the outcome of a commit stays unknown, and writes nothing twice', async () => {
  await using site = await behindProxy()
  const lost = inServerTransaction(site.db, async (tx) => {
    await insert(tx, 'maybe')
    site.proxy.interrupt()
  })
  await expect(lost).rejects.toMatchObject({ code: expect.stringMatching(/unavailable/i) })
  site.proxy.resume()
  expect(await keys(site.db)).toEqual([])
})

test('keeps working after the server closed every connection', async () => {
  await using db = await openTestDatabase()
  await inServerTransaction(db, (tx) => insert(tx, 'before'))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  await inServerTransaction(db, (tx) => insert(tx, 'later'))
  expect(await keys(db)).toEqual(['before', 'later'])
})

test('migrates once when several nodes start at the same time', async () => {
  await using first = await openEmptyDatabase()
  const url = await urlOf(first)
  const others = await Promise.all([openPostgres(url), openPostgres(url)])
  await Promise.all([first, ...others].map(migrate))
  expect(await keys(first)).toEqual([])
  for (const other of others) await other.destroy()
})

test('rejects changes of the append-only tables', async () => {
  await using db = await openTestDatabase()
  const purge = { id: 'one', what: 'code', subject_id: 'order', at: '2026-11-20T12:00:00.000Z' } as const
  await db.insertInto('purges').values(purge).execute()
  await expect(db.deleteFrom('purges').execute()).rejects.toThrow('The purge log is append-only.')
  await expect(db.updateTable('purges').set({ at: '' }).execute()).rejects.toThrow('append-only')
  await expect(sql`truncate purges`.execute(db)).rejects.toThrow('append-only')
})
