import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Migrator, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { createDiskStorage } from '../storage/disk-storage.ts'
import { inServerTransaction, openDatabase } from './database.ts'
import { createDurability } from './durability.ts'
import { migrate } from './migrate.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'gce-durability-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const syncFailed = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' })

test.each([
  ['a failed sync of a file', { code: 'EIO', syscall: 'fdatasync' }, true],
  ['a failed sync of the database', { code: 'SQLITE_IOERR_FSYNC' }, true],
  ['a page that makes no sense', { code: 'SQLITE_CORRUPT' }, true],
  ['a full disk', { code: 'SQLITE_FULL' }, false],
  ['a write that failed', { code: 'EIO', syscall: 'write' }, false],
  ['a full disk that only a sync told of', { code: 'ENOSPC', syscall: 'fdatasync' }, false],
])('%s: lost is %o %s', (_, facts, isLost) => {
  const durability = createDurability()
  const heard: unknown[] = []
  durability.whenLost((error) => heard.push(error))
  const error = Object.assign(new Error('no'), facts)
  durability.judge(error)
  durability.judge(error)
  expect(heard).toEqual(isLost ? [error] : [])
  expect(durability.isLost()).toBe(isLost)
})

test('once a sync has failed the database answers nothing and acknowledges nothing', async () => {
  const durability = createDurability()
  const db = openDatabase(':memory:', durability)
  await migrate(db)
  durability.judge(syncFailed)
  await expect(db.selectFrom('users').selectAll().execute()).rejects.toThrow('The disk has failed')
  await expect(inServerTransaction(db, async () => 'done')).rejects.toThrow('The disk has failed')
  await db.destroy()
})

test('once a sync has failed no file is removed: a commit that was refused may name it at the next start', async () => {
  const durability = createDurability()
  const storage = createDiskStorage(path.join(folder, 'files'), durability)
  const bytes = async function* () {
    yield Buffer.from('photo')
  }
  await storage.write('key', bytes())
  durability.judge(syncFailed)
  await storage.remove('key')
  const { value } = await storage.read('key')[Symbol.asyncIterator]().next()
  expect(String(value)).toBe('photo')
})

test('what fails in the middle of a transaction is told as what it is, and the next one works', async () => {
  const db = openDatabase(path.join(folder, 'full.sqlite'))
  await migrate(db)
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.raw(String(pages.rows[0]?.page_count))}`.execute(db)
  const fill = inServerTransaction(db, async (tx) => {
    for (let at = 0; at < 1_000; at++)
      await tx
        .insertInto('vault_keys')
        .values({ key_id: `k${at}`, sentinel_sealed: 'x'.repeat(1_000), created_at: '' } as never)
        .execute()
  })
  await expect(fill).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(await inServerTransaction(db, (tx) => tx.selectFrom('vault_keys').selectAll().execute())).toEqual([])
  await db.destroy()
})

test('a migration that fails in its middle leaves nothing of itself and of those before it', async () => {
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
