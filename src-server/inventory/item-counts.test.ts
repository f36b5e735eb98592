import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type InventorySite, openInventorySite } from '../testing/test-support/inventory-site.ts'

async function expectExact({ app }: InventorySite): Promise<void> {
  const { db } = app.ctx
  expect(await totals(db, 'inventory_counts')).toEqual(await totals(db, 'inventory_items'))
}

async function totals(db: InventorySite['app']['ctx']['db'], table: 'inventory_counts' | 'inventory_items') {
  const count = table === 'inventory_counts' ? sql`sum(count)` : sql`count(*)`
  const { rows } = await sql<Record<string, unknown>>`select state, brand, ${count} as n, sum(face_cents) as face,
      sum(cost_cents) as cost, sum(left_face_cents) as left_face, sum(left_cost_cents) as left_cost
    from ${sql.table(table)} group by 1, 2 having ${count} <> 0 order by 1, 2`.execute(db)
  return rows.map((row) => Object.values(row).map(String))
}

test('the counts of items stay exact over purchases, sales, corrections, a rollback and deletions', async () => {
  await using site = await openInventorySite()
  const { boss, app } = site
  const ids = [await site.buy(), await site.buy({ cardBrand: 'steam' }), await site.buy()]
  await expectExact(site)
  const sold = await site.sell(ids[0] ?? '', { faceValue: 40, amount: 38 })
  await site.record(ids[1] ?? '', { kind: 'written-off', cause: 'lost' })
  await expectExact(site)
  const disposition = sold.dispositions[0]?.id ?? ''
  await boss.api.inventory.correct({ id: sold.id, version: sold.version, disposition, note: 'A mistake.' })
  await expectExact(site)
  const { db } = app.ctx
  const rolledBack = db.transaction().execute(async (tx) => {
    await tx.updateTable('inventory_items').set({ state: 'listed' }).execute()
    throw new Error('half-way')
  })
  await expect(rolledBack).rejects.toThrow('half-way')
  await expectExact(site)
  await db.deleteFrom('dispositions').execute()
  await db.deleteFrom('inventory_items').execute()
  await expectExact(site)
})
