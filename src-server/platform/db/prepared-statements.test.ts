import SQLite from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import { withPreparedStatements } from './dialect/sqlite.ts'

let sqlite: SQLite.Database
let database: ReturnType<typeof withPreparedStatements>

beforeEach(() => {
  sqlite = new SQLite(':memory:')
  sqlite.exec('create table cards (brand text); insert into cards values (1), (2), (3)')
  database = withPreparedStatements(sqlite)
  return () => database.close()
})

const all = 'select * from cards order by brand'

test('prepares the same text once and returns current rows', () => {
  const first = database.prepare(all)
  expect(first.all([])).toHaveLength(3)
  database.prepare('insert into cards values (?)').run(['4'])
  expect(database.prepare(all)).toBe(first)
  expect(database.prepare(all).all([])).toHaveLength(4)
})

test('prepares a second statement while the first is busy', () => {
  const rows = database.prepare(all).iterate([])
  rows.next()
  expect(database.prepare(all).all([])).toHaveLength(3)
  expect([...rows]).toHaveLength(2)
})

test('returns new columns after a schema change', () => {
  database.prepare(all).all([])
  database.prepare("alter table cards add column state text default 'new'").run([])
  expect(database.prepare(all).all([])[0]).toEqual({ brand: '1', state: 'new' })
})

test('evicts old statements when many different texts are prepared', () => {
  const first = database.prepare(all)
  for (let count = 0; count < 600; count++) database.prepare(`select ${count}`)
  expect(database.prepare(all)).not.toBe(first)
  expect(database.prepare(all).all([])).toHaveLength(3)
})
