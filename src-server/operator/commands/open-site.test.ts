import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { openDatabase, sqliteOf } from '../../platform/db/database.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { openSite } from './open-site.ts'

test('a command waits for the lock of the database for ten seconds, the server for a quarter of a second', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'exchange.sqlite')
  new SQLite(file).close()
  await using site = await openSite(readConfig({ DATA_DIR: folder.path }))
  expect(sqliteOf(site.db).pragma('busy_timeout', { simple: true })).toBe(10_000)
  const server = openDatabase(file)
  expect(sqliteOf(server).pragma('busy_timeout', { simple: true })).toBe(250)
  await server.destroy()
})
