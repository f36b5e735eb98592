import { cpSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestClock } from '../../testing/test-support/test-clock.ts'
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts'
import { inServerTransaction, openDatabase, sqliteOf } from './database.ts'
import { needsCheck } from './dialect/sqlite.ts'
import { migrate } from './migrate.ts'
import { readKeyMetadata } from './read-key-metadata.ts'
import { emptyWriteAheadLog, emptyWriteAheadLogUntilDone } from './write-ahead-log.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'gce-check-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function aDatabase(name: string): Promise<string> {
  const file = path.join(folder, name)
  const db = openDatabase(file)
  await migrate(db)
  await db.destroy()
  return file
}

test('opens an undamaged database', async () => {
  const db = openDatabase(await aDatabase('sound.sqlite'))
  await db.destroy()
})

test.each([
  ['header', () => 0, 'SQLITE_NOTADB'],
  ['schema', () => 100, 'SQLITE_CORRUPT'],
  ['middle page', (size: number) => Math.floor(size / 8192) * 4096, 'SQLITE_CORRUPT'],
])('rejects a database with a damaged %s', async (name, at, code) => {
  const file = await aDatabase(`${name}.sqlite`)
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, at(statSync(file).size))
  expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code }))
})

test('checks a large database only after a crash, also when its keys were read before', async () => {
  const file = await aDatabase('large.sqlite')
  const crashed = path.join(folder, 'crashed.sqlite')
  const db = openDatabase(file)
  await sql`create table large as select zeroblob(65 * 1024 * 1024) as bytes`.execute(db)
  for (const end of ['', '-wal']) cpSync(`${file}${end}`, `${crashed}${end}`)
  await db.destroy()
  readKeyMetadata(file)
  readKeyMetadata(crashed)
  expect(statSync(file).size).toBeGreaterThan(65 * 1024 * 1024)
  expect([needsCheck(file), needsCheck(crashed)]).toEqual([false, true])
})

test('rejects a second lock on a folder until the first is disposed', () => {
  using folder = tempFolder()
  using other = tempFolder()
  const lock = lockDataDir(folder.path)
  expect(() => lockDataDir(folder.path)).toThrow(DataDirInUse)
  lockDataDir(other.path)[Symbol.dispose]()
  lock[Symbol.dispose]()
  lockDataDir(folder.path)[Symbol.dispose]()
})

test('retries truncation until a reader of another connection has finished', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'exchange.sqlite')
  const log = pino({ level: 'silent' })
  const [db, clock] = [openDatabase(file), createTestClock()]
  const size = () => statSync(`${file}-wal`).size
  await migrate(db)
  expect(await emptyWriteAheadLog(db)).toBe(true)
  expect(size()).toBe(0)

  const reader = new SQLite(file, { readonly: true })
  reader.exec('begin')
  reader.prepare('select count(*) from users').get()
  const row = { id: 'p', what: 'code', subject_id: 's', at: 't' } as const
  await inServerTransaction(db, (tx) => tx.insertInto('purges').values(row).execute())
  await emptyWriteAheadLogUntilDone({ db, clock, log })
  expect(size()).toBeGreaterThan(0)
  // The busy timeout is restored after the attempt.
  expect(sqliteOf(db).pragma('busy_timeout', { simple: true })).toBe(250)
  clock.advance(2_000)
  await db.selectFrom('purges').selectAll().execute()
  expect(size()).toBeGreaterThan(0)
  reader.exec('commit')
  reader.close()
  clock.advance(2_000)
  // The query waits for the only connection, so it runs after the attempt.
  await db.selectFrom('purges').selectAll().execute()
  expect(size()).toBe(0)
  await db.destroy()
})
