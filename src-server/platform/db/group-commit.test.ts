import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import {
  afterCommit,
  asServer,
  inServerTransaction,
  inShortTransaction,
  openDatabase,
  type ServerDb,
  type TransactionContext,
  type Tx,
} from './database.ts'
import { createDurability, type Durability } from './durability.ts'
import { migrate } from './migrate.ts'

let file: string
let db: ServerDb
let site: TransactionContext
let durability: Durability
/** Another connection: it reads only what is committed. */
let observer: SQLite.Database

beforeEach(async () => {
  const folder = tempFolder()
  file = path.join(folder.path, 'exchange.sqlite')
  durability = createDurability()
  db = openDatabase(file, durability)
  site = asServer({ db })
  await migrate(db)
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  observer = new SQLite(file, { readonly: true })
  return async () => {
    observer.close()
    await db.destroy()
    folder[Symbol.dispose]()
  }
})

const insert = (tx: Tx, id: string, text = '') =>
  tx.insertInto('data_keys').values({ key_id: id, sentinel_encrypted: text, created_at: '' }).execute()
const add = (id: string) => inShortTransaction(site, (tx) => insert(tx, id))
const committed = () => observer.prepare('select key_id from data_keys order by key_id').pluck().all()

/** How many commits the WAL has: the header of the last frame of each has the size of the database. */
function commitsInLog(): number {
  const log = readFileSync(`${file}-wal`)
  const pageBytes = log.readUInt32BE(8)
  let commits = 0
  for (let at = 32; at + 24 <= log.length; at += 24 + pageBytes) if (log.readUInt32BE(at + 4) !== 0) commits++
  return commits
}

test('transactions that arrive together share one commit, and each is acknowledged after it', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const seen = await Promise.all(ids.map((id) => add(id).then(committed)))
  expect(seen).toEqual(ids.map(() => ids))
  expect(commitsInLog()).toBe(1)
})

test('runs afterCommit callbacks after the commit of the group', async () => {
  const seen: unknown[] = []
  const work = (id: string) =>
    inShortTransaction(site, async (tx) => {
      afterCommit(tx, () => seen.push([id, committed()]))
      await insert(tx, id)
    })
  await Promise.all([work('a'), work('b')])
  expect(seen).toEqual([
    ['a', ['a', 'b']],
    ['b', ['a', 'b']],
  ])
})

test('a member that throws loses only its own writes, and rejects after the commit of what it read', async () => {
  const repeat = async (tx: Tx) => {
    await insert(tx, 'lost')
    await insert(tx, 'a')
  }
  const [, seen] = await Promise.all([add('a'), inShortTransaction(site, repeat).catch(committed), add('b')])
  expect(seen).toEqual(['a', 'b'])
  expect(commitsInLog()).toBe(1)
})

test('when SQLite rolls back the group, the other members run again on their own', async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + 1))}`.execute(db)
  const runs: string[] = []
  const work = (id: string, text: string) =>
    inShortTransaction(site, async (tx) => {
      runs.push(id)
      await insert(tx, id, text)
      return id
    })
  const outcomes = await Promise.allSettled([work('a', ''), work('large', 'x'.repeat(100_000)), work('b', '')])
  expect(outcomes).toMatchObject([{ value: 'a' }, { reason: { code: 'SQLITE_FULL' } }, { value: 'b' }])
  expect(committed()).toEqual(['a', 'b'])
  expect(runs).toEqual(['a', 'large', 'a', 'large', 'b'])
})

test('when the commit of a group fails, only the member that caused it is rejected', async () => {
  const dangling = inShortTransaction(site, async (tx) => {
    await sql`pragma defer_foreign_keys = on`.execute(tx)
    await sql`insert into sessions (id, token_hash, user_id, kind, created_at, expires_at)
      values ('s', 'h', 'missing', 'customer', '', '')`.execute(tx)
  })
  const outcomes = await Promise.allSettled([add('a'), dangling, add('b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(committed()).toEqual(['a', 'b'])
})

test('after a disk failure no member of a group is acknowledged', async () => {
  const failing = inShortTransaction(site, async (tx) => {
    await insert(tx, 'b')
    durability.recordError(Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fdatasync' }))
  })
  const outcomes = await Promise.allSettled([add('a'), failing, add('c')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(committed()).toEqual([])
})

test('a longer transaction has a commit of its own', async () => {
  const long = inServerTransaction(db, (tx) => insert(tx, 'long')).then(committed)
  const [, seen] = await Promise.all([add('a'), long, add('b')])
  expect(seen).toContain('long')
  expect(committed()).toEqual(['a', 'b', 'long'])
  expect(commitsInLog()).toBe(2)
})

test('former pages of a savepoint are not written to a temporary file', async () => {
  const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(db)
  expect(rows).toEqual([{ temp_store: 2 }])
})

test('the work of a member runs in the context of its caller', async () => {
  const context = new AsyncLocalStorage<string>()
  const read = (name: string) => context.run(name, () => inShortTransaction(site, async () => context.getStore()))
  expect(await Promise.all([read('one'), read('two'), read('three')])).toEqual(['one', 'two', 'three'])
})

test('a query outside of a transaction waits for a bounded number of transactions', async () => {
  const ids = Array.from({ length: 50 }, (_, at) => `k${String(at).padStart(2, '0')}`)
  const all = Promise.all(ids.map(add))
  const { length } = await db.selectFrom('data_keys').select('key_id').execute()
  expect(length).toBeLessThan(ids.length)
  await all
  expect(committed()).toEqual(ids)
})
