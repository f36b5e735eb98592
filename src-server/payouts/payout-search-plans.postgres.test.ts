import { type SqlBool, sql } from 'kysely'
import { expect, test } from 'vitest'
import { indexPlans, queriesOf } from '../testing/test-support/query-plans.ts'
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
  for (const plan of await indexPlans(db, asked)) expect(plan).not.toContain('Seq Scan')
})
