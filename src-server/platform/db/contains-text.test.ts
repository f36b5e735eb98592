import { expect, test } from 'vitest'
import { containsText } from './contains-text.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

async function found(search: string): Promise<string[]> {
  const db = openDatabase(':memory:')
  await migrate(db)
  const keys = ['100%', '100x', 'a_b', 'axb', 'back\\slash', 'backslash', 'Dana@Mail.Example', "o'hara"]
  await db
    .insertInto('data_keys')
    .values(keys.map((key_id) => ({ key_id, sentinel_encrypted: '', created_at: '' })))
    .execute()
  const rows = await db
    .selectFrom('data_keys')
    .select('key_id')
    .where(() => containsText('key_id', search))
    .execute()
  await db.destroy()
  return rows.map(({ key_id }) => key_id).sort()
}

test.each([
  ['%', ['100%']],
  ['0%', ['100%']],
  ['_', ['a_b']],
  ['a_', ['a_b']],
  ['\\', ['back\\slash']],
  ['k\\s', ['back\\slash']],
  ["'", ["o'hara"]],
])('matches %j literally', async (search, keys) => {
  expect(await found(search)).toEqual(keys)
})

test.each(['dana@mail', 'DANA@MAIL', 'na@Mail.Ex'])('finds %j case-insensitively', async (search) => {
  expect(await found(search)).toEqual(['Dana@Mail.Example'])
})

test('finds nothing for text that no value contains', async () => {
  expect(await found('nobody')).toEqual([])
})
