import { CompiledQuery, type SqlBool, sql } from 'kysely'
import { expect, test } from 'vitest'
import { queriesOf } from '../testing/test-support/query-plans.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { findPayouts } from './payout-search-queries.ts'

test('PostgreSQL can read an index for every part of a search', async () => {
  await using app = await createTestApp()
  const { db } = app.ctx
  const asked = await queriesOf(db, async (spied) => {
    for (const text of ['CA-777', 'dana reyes', '$10.77', '2026-03-05']) {
      const search = { text, timeZone: 'UTC', now: app.clock.now(), order: 'desc' } as const
      await findPayouts(spied, { ...search, where: () => sql<SqlBool>`true` })
    }
  })
  expect(asked.length).toBeGreaterThanOrEqual(8)
  await db.connection().execute(async (connection) => {
    // Small tables are read as a whole; without an index they are read so despite the setting.
    await sql`set enable_seqscan = off`.execute(connection)
    for (const { sql: query, parameters } of asked) {
      const { rows } = await connection.executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain ${query}`, [...parameters]),
      )
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan')
    }
    await sql`reset enable_seqscan`.execute(connection)
  })
})
