import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { queriesOf } from '../testing/test-support/query-plans.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { ageDays, listItemPage, sumItems, sumStock } from './item-list-queries.ts'
import { findItems } from './item-search-queries.ts'

test('PostgreSQL can read an index for every list, sum and search of items', async () => {
  await using app = await createTestApp()
  const { db } = app.ctx
  const days = ageDays(app.clock.now())
  const filters = [{ state: 'stock' }, { state: 'disposed', brand: 'apple' }, { age: '3-7' }, { age: 'older' }] as const
  const asked = await queriesOf(db, async (spied) => {
    for (const filter of filters) {
      await listItemPage(spied, filter, { page: 2, limit: 25, days })
      await sumItems(spied, filter, days)
    }
    await sumStock(spied, days)
    for (const text of ['6KRD', 'INV-204', 'Card Resale'])
      await findItems(spied, { text, filter: { state: 'stock' }, days })
  })
  expect(asked.length).toBeGreaterThanOrEqual(15)
  await db.connection().execute(async (connection) => {
    // Small tables are read as a whole; without an index they are read so despite the setting.
    await sql`set enable_seqscan = off`.execute(connection)
    for (const { sql: query, parameters } of asked) {
      const { rows } = await connection.executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain ${query}`, [...parameters]),
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      // Buyers are few, and their names are searched inside.
      expect(plan.replaceAll('Seq Scan on buyers', '')).not.toContain('Seq Scan')
    }
    await sql`reset enable_seqscan`.execute(connection)
  })
})
