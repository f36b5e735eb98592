import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-support/test-clock.ts'
import { openTestDatabase } from '../../testing/test-support/test-database.ts'
import { type ServerDb, withConnection } from '../db/database.ts'
import { openKeyring } from './open-keyring.ts'

const newKey = () => `k1:${randomBytes(32).toString('base64')}`
const open = (db: ServerDb, dataKeys: string) => openKeyring(db, createTestClock(), { dataKeys, keyFile: '/nowhere' })
const waitingInserts = (db: ServerDb) =>
  sql`select 1 from pg_locks where not granted and relation = 'data_keys'::regclass`.execute(db)

/** Starts two nodes whose first keys are recorded only after both have found an empty database. */
async function startTogether(db: ServerDb, keys: readonly [string, string]) {
  return withConnection(db, async (connection) => {
    await sql`begin`.execute(connection)
    await sql`lock table data_keys in share mode`.execute(connection)
    const opening = Promise.allSettled(keys.map((each) => open(db, each)))
    await expect.poll(async () => (await waitingInserts(connection)).rows).toHaveLength(2)
    await sql`commit`.execute(connection)
    return opening
  })
}

test('two nodes that start at once on an empty database record their key once', async () => {
  const db = await openTestDatabase()
  const key = newKey()
  const opened = await startTogether(db, [key, key])
  expect(opened.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await db.selectFrom('data_keys').select('key_id').execute()).toEqual([{ key_id: 'k1' }])
  await db.destroy()
})

test('of two nodes that start at once with different keys of one name, the later one does not start', async () => {
  const db = await openTestDatabase()
  const opened = await startTogether(db, [newKey(), newKey()])
  expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(opened.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining("'k1' is not the key this database was encrypted with") },
  })
  await db.destroy()
})
