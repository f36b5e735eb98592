import { expect, test } from 'vitest'
import { indexPlans, queriesOf } from '../testing/test-support/query-plans.ts'
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
  // Buyers are few, and their names are searched inside.
  for (const plan of await indexPlans(db, asked))
    expect(plan.replaceAll('Seq Scan on buyers', '')).not.toContain('Seq Scan')
})
