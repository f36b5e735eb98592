import { expect, test } from 'vitest'
import { openTestDatabase, urlOf } from './test-database.ts'

test('a test gets an emptied database of an earlier one, unless that one changed the schema', async () => {
  const first = await openTestDatabase()
  const url = await urlOf(first)
  await first.insertInto('events').values({ id: 1, payload: '{}', node: 'n', at: '2026-01-01T00:00:00.000Z' }).execute()
  await first.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
  await first.destroy()

  for (const _ of [1, 2]) {
    const next = await openTestDatabase()
    expect(await urlOf(next)).not.toBe(url)
    expect(await next.selectFrom('audit_log').select('sequence').execute()).toEqual([])
    expect(await next.selectFrom('events').select('id').execute()).toEqual([])
    await next.destroy()
  }
})
