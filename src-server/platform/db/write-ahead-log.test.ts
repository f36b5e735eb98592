import { statSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestClock } from '../../testing/test-support/test-clock.ts'
import { inServerTransaction, openDatabase, sqliteOf } from './database.ts'
import { migrate } from './migrate.ts'
import { emptyWriteAheadLog, emptyWriteAheadLogUntilDone } from './write-ahead-log.ts'

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
