import { sql } from 'kysely'
import { expect, expectTypeOf } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { searchText } from '../../accounts/search-text.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { openEmptyDatabase } from '../../testing/test-support/test-database.ts'
import { inTransaction } from './database.ts'
import { table } from './table.ts'

const key = (key_id: string, created_at = 'then') => ({ key_id, sentinel_encrypted: 'encrypted', created_at })
const keys = table('data_keys')

test('finds and lists the rows whose columns have these values', async ({ app }) => {
  await inTransaction(app.call, async (tx) => {
    for (const row of [key('b'), key('a'), key('c', 'later')]) await keys.insert(tx, row)
    expect(await keys.findLocked(tx, { key_id: 'a', created_at: 'then' })).toMatchObject(key('a'))
  })
  const { db } = app.ctx
  expect(await keys.find(db, { key_id: 'a', created_at: 'later' })).toBeUndefined()
  const listed = async (...asked: Parameters<typeof keys.list>) => (await keys.list(...asked)).map((row) => row.key_id)
  expect(await listed(db, { created_at: 'then' }, 'key_id')).toEqual(['a', 'b'])
  expect(await listed(db, { key_id: ['a', 'c'], retired_at: null }, 'created_at', 'key_id')).toEqual(['c', 'a'])
  expect(await listed(db, { key_id: [] })).toEqual([])
  expect(await listed(db, {}, 'key_id')).toEqual(expect.arrayContaining(['a', 'b', 'c']))
})

test('inserts a row once, changes it if it is as expected, replaces and removes it, and says whether it did', async () => {
  await using app = await createTestApp()
  await inTransaction(app.call, async (tx) => {
    expect(await keys.insertOnce(tx, key('a'))).toBe(true)
    expect(await keys.insertOnce(tx, key('a', 'later'))).toBe(false)
    expect(await keys.update(tx, { key_id: 'a', created_at: 'later' }, { retired_at: 'later' })).toBe(false)
    expect(await keys.update(tx, { key_id: 'a', created_at: 'then' }, { retired_at: 'later' })).toBe(true)
    expect(await keys.find(tx, { key_id: 'a' })).toMatchObject({ created_at: 'then', retired_at: 'later' })
    await keys.upsert(tx, key('a', 'later'), 'key_id')
    expect(await keys.find(tx, { key_id: 'a' })).toMatchObject({ created_at: 'later', retired_at: 'later' })
    expect(await keys.remove(tx, { key_id: 'a', retired_at: null })).toBe(false)
    expect(await keys.remove(tx, { key_id: 'a' })).toBe(true)
    expect(await keys.find(tx, { key_id: 'a' })).toBeUndefined()
  })
})

test('refuses a match without a value, which would match other rows', async ({ app }) => {
  const nothing: { key_id?: string } = { key_id: undefined }
  await expect(keys.find(app.ctx.db, nothing)).rejects.toThrow('No value of key_id was given.')
  await expect(inTransaction(app.call, (tx) => keys.remove(tx, nothing))).rejects.toThrow('No value of key_id')
})

test('only reads tables whose writes check more than columns', () => {
  for (const each of ['users', 'sessions', 'api_tokens', 'staff_links', 'submissions', 'payouts'] as const)
    expectTypeOf(table(each)).not.toHaveProperty('update')
  expectTypeOf(table('lots')).toHaveProperty('update')
})

test('customers from before are found by names in ordinary width', async () => {
  await using db = await openEmptyDatabase()
  const name = `${String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0xff01 + at))}\u3000Élodie 娜`
  const person = { name, email: 'dana@mail.example', phone: '555-010-0100' }
  const former = [name, person.email, person.phone, '5550100100'].join('\n').toLowerCase()
  const [before, after] = [Object.entries(migrations), '0028-what-clients-send']
  for (const [each, { up }] of before) {
    if (each === after)
      await sql`insert into users (id, role, name, email, phone, address, password_hash, created_at, search_text)
        values ('dana', 'customer', ${name}, ${person.email}, '', '', '', '', ${former}),
          ('gone', 'customer', '', null, '', '', '', '', '')`.execute(db)
    await up(db as never)
  }
  const texts = await db.selectFrom('users').select(['id', 'search_text']).orderBy('id').execute()
  expect(texts).toEqual([
    { id: 'dana', search_text: searchText(person) },
    { id: 'gone', search_text: '' },
  ])
})
