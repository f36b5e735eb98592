import { cpSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { needsCheck } from './dialect/sqlite.ts'
import { migrate } from './migrate.ts'
import { readKeyMetadata } from './read-key-metadata.ts'

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
