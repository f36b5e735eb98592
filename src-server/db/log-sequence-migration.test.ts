import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { at, formerDatabase } from '../test-support/former-database.ts'
import type { ServerDb } from './database.ts'
import { migrate } from './migrate.ts'

const version = '0041-disabled-holds'

const numbered = async (db: ServerDb) =>
  (await db.selectFrom('payout_attempts').select('key').orderBy('sequence').execute()).map(({ key }) => key)

test('purges and attempts from before are numbered, those of an order in their order', async () => {
  await using db = await formerDatabase(version)
  await migrate(db)
  expect(await numbered(db)).toEqual([
    'GCE-AAAAAAAAAA-9-a1',
    'GCE-BBBBBBBBBB-1-a1',
    'GCE-BBBBBBBBBB-1-a2',
    'GCE-AAAAAAAAAA-10-a1',
  ])
  const states = await db.selectFrom('payout_attempts').select(['sequence', 'state_id']).execute()
  expect(states.map(({ sequence }) => sequence).sort()).toEqual([1, 2, 3, 4])
  expect(new Set(states.map(({ state_id }) => state_id)).size).toBe(4)
  const purges = await db.selectFrom('purges').select(['id', 'sequence']).orderBy('sequence').execute()
  expect(purges.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  expect(purges.map(({ id }) => id).sort()).toEqual(['ahead', 'one', 'two'])
})

test('what follows continues the numbers, and each new state of an attempt gets a number and an id', async () => {
  await using db = await formerDatabase(version)
  await migrate(db)
  const purge = { id: 'three', what: 'code', subject_id: 'GCE-3', at: at(3) } as const
  await db.insertInto('purges').values(purge).execute()
  const newest = await db.selectFrom('purges').select('sequence').where('id', '=', 'three').executeTakeFirst()
  expect(newest?.sequence).toBe(4)
  const key = 'GCE-BBBBBBBBBB-1-a1'
  const find = () =>
    db.selectFrom('payout_attempts').select(['sequence', 'state_id']).where('key', '=', key).executeTakeFirstOrThrow()
  const numberBefore = await find()
  await db.updateTable('payout_attempts').set({ looks: 1 }).where('key', '=', key).execute()
  expect(await find()).toEqual(numberBefore)
  await db.updateTable('payout_attempts').set({ state: 'settled' }).where('key', '=', key).execute()
  const after = await find()
  expect(after.sequence).toBe(5)
  expect(after.state_id).not.toBe(numberBefore.state_id)
})

test('purges remain append-only after the migration', async () => {
  await using db = await formerDatabase(version)
  await migrate(db)
  await expect(sql`update purges set at = ''`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`update purges set sequence = 9 where id = 'one'`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`delete from purges`.execute(db)).rejects.toThrow('append-only')
})
