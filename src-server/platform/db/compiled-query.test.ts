import { expect } from 'vitest'
import { test } from '../../testing/test-support/app-test.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { compiledQuery } from './compiled-query.ts'
import { inServerTransaction, inTransaction, type ServerDb } from './database.ts'

const key = (id: string, at: string) => ({ key_id: id, sentinel_encrypted: 'encrypted', created_at: at })
const insert = (db: ServerDb, id: string, at = 'first') => db.insertInto('data_keys').values(key(id, at)).execute()

/** Reads keys, and counts how often it was built. */
function aQuery() {
  let built = 0
  const keysAmong = compiledQuery((db, at: string, ids: readonly string[]) => {
    built++
    return db
      .selectFrom('data_keys')
      .select('key_id')
      .where('created_at', '=', at)
      .where('key_id', 'in', ids)
      .where('sentinel_encrypted', '=', 'encrypted')
      .orderBy('key_id')
  })
  const read = async (...asked: Parameters<typeof keysAmong>) => (await keysAmong(...asked)).map(({ key_id }) => key_id)
  return { read, built: () => built }
}

test('builds a query once for each length of a list, and reads with the values of each call', async ({ app }) => {
  const { db } = app.ctx
  for (const id of ['a', 'b', 'c']) await inTransaction(app.call, (tx) => insert(tx, id))
  await inTransaction(app.call, (tx) => insert(tx, 'd', 'second'))
  const { read, built } = aQuery()
  expect(await read(db, 'first', ['a', 'b'])).toEqual(['a', 'b'])
  expect(await read(db, 'first', ['c', 'd'])).toEqual(['c'])
  expect(await read(db, 'second', ['c', 'd'])).toEqual(['d'])
  expect(built()).toBe(1)
  expect(await read(db, 'first', ['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  expect(await read(db, 'first', ['b'])).toEqual(['b'])
  expect(built()).toBe(3)
})

test('takes numbers, and conditions that may be absent', async ({ app }) => {
  for (const id of ['a', 'b', 'c']) await inTransaction(app.call, (tx) => insert(tx, id))
  const keysAfter = compiledQuery((db, [after]: readonly string[], limit: number) => {
    const keys = db.selectFrom('data_keys').select('key_id').where('sentinel_encrypted', '=', 'encrypted')
    return (after === undefined ? keys : keys.where('key_id', '>', after)).orderBy('key_id').limit(limit)
  })
  const read = async (after: readonly string[], limit: number) =>
    (await keysAfter(app.ctx.db, after, limit)).map(({ key_id }) => key_id)
  expect(await read([], 2)).toEqual(['a', 'b'])
  expect(await read([], 3)).toEqual(['a', 'b', 'c'])
  expect(await read(['a'], 1)).toEqual(['b'])
  expect(await read(['b'], 3)).toEqual(['c'])
})

test('reads another database with the query of that one', async ({ app: one }) => {
  await using other = await createTestApp()
  await inServerTransaction(one.ctx.db, (tx) => insert(tx, 'a'))
  const { read } = aQuery()
  expect(await read(one.ctx.db, 'first', ['a'])).toEqual(['a'])
  expect(await read(other.ctx.db, 'first', ['a'])).toEqual([])
})

test('reads in a transaction what that wrote, and refuses the root database there', async ({ app }) => {
  const { read } = aQuery()
  expect(await read(app.ctx.db, 'first', ['a'])).toEqual([])
  await inTransaction(app.call, async (tx) => {
    await insert(tx, 'a')
    expect(await read(tx, 'first', ['a'])).toEqual(['a'])
    await expect(read(app.ctx.db, 'first', ['a'])).rejects.toThrow('pass tx on')
  })
})
