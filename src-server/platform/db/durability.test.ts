import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { createDiskStorage } from '../storage/disk-storage.ts'
import { inServerTransaction, openDatabase } from './database.ts'
import { openSqlite, sqliteDialect } from './dialect/sqlite.ts'
import { createDurability } from './durability.ts'
import { migrate } from './migrate.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'gce-durability-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const syncFailed = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' })

test.each([
  ['a failed fsync of a file', { code: 'EIO', syscall: 'fdatasync' }, true],
  ['a failed fsync of the database', { code: 'SQLITE_IOERR_FSYNC' }, true],
  ['a corrupt page', { code: 'SQLITE_CORRUPT' }, true],
  ['a full disk', { code: 'SQLITE_FULL' }, false],
  ['a failed write', { code: 'EIO', syscall: 'write' }, false],
  ['a full disk reported by fsync', { code: 'ENOSPC', syscall: 'fdatasync' }, false],
])('%s: %o is a disk failure: %s', (_, facts, isFailure) => {
  const durability = createDurability()
  const reported: unknown[] = []
  durability.onFailure((error) => reported.push(error))
  const error = Object.assign(new Error('no'), facts)
  durability.recordError(error)
  durability.recordError(error)
  expect(reported).toEqual(isFailure ? [error] : [])
  expect(durability.hasFailed()).toBe(isFailure)
})

test('rejects queries and transactions after a failed fsync', async () => {
  const durability = createDurability()
  const db = openDatabase(':memory:', durability)
  await migrate(db)
  durability.recordError(syncFailed)
  await expect(db.selectFrom('users').selectAll().execute()).rejects.toThrow('The disk has failed')
  await expect(inServerTransaction(db, async () => 'done')).rejects.toThrow('The disk has failed')
  await db.destroy()
})

test('records the error of a query of a connection', async () => {
  const recorded: unknown[] = []
  const durability = { ...createDurability(), recordError: (error: unknown) => void recorded.push(error) }
  await using db = new Kysely<unknown>({ dialect: sqliteDialect(openSqlite(':memory:'), durability) })
  await expect(sql`select * from absent`.execute(db)).rejects.toThrow('no such table')
  expect(recorded).toMatchObject([{ code: 'SQLITE_ERROR' }])
})

test('removes no file after a failed fsync, because a rejected commit may refer to it at the next start', async () => {
  const durability = createDurability()
  const storage = createDiskStorage(path.join(folder, 'files'), durability)
  const bytes = async function* () {
    yield Buffer.from('photo')
  }
  await storage.write('key', bytes())
  durability.recordError(syncFailed)
  await storage.remove('key')
  expect(await text(storage.read('key'))).toBe('photo')
})

test('reports the error of a failed transaction and runs the next one', async () => {
  const db = openDatabase(path.join(folder, 'full.sqlite'))
  await migrate(db)
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.raw(String(pages.rows[0]?.page_count))}`.execute(db)
  const fill = inServerTransaction(db, async (tx) => {
    for (let at = 0; at < 1_000; at++)
      await tx
        .insertInto('data_keys')
        .values({ key_id: `k${at}`, sentinel_encrypted: 'x'.repeat(1_000), created_at: '' } as never)
        .execute()
  })
  await expect(fill).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(await inServerTransaction(db, (tx) => tx.selectFrom('data_keys').selectAll().execute())).toEqual([])
  await db.destroy()
})

test('rolls back all migrations when one fails', async () => {
  const db = openDatabase(':memory:')
  const broken = {
    async up(schema: typeof db) {
      await sql`create table half_made (id text)`.execute(schema)
      throw new Error('the power went')
    },
  }
  const provider = { getMigrations: async () => ({ ...migrations, '9999-broken': broken }) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  expect(String(error)).toContain('the power went')
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(db)
  expect(rows.filter(({ name }) => !name.startsWith('kysely_'))).toEqual([])
  await migrate(db)
  await db.destroy()
})
