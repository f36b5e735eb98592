import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as inventory from '#migrations/0014-inventory.ts'
import { postTransfers } from '../payouts/ledger/post-transfers.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts'
import { inTransaction, type ServerDb } from '../platform/db/database.ts'
import { aBoughtCard, itemOf } from '../testing/test-support/inventory.ts'
import { type InventorySite, openInventorySite } from '../testing/test-support/inventory-site.ts'
import { anApproval } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { isOnPostgres } from '../testing/test-support/test-database.ts'
import { sumStockByBrand } from './list-items.ts'

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

test('a card changes its age after whole days, as its line in the list counts them, at any time of the day', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  await aBoughtCard(app, dana, boss)
  const agesInStock = async () => {
    const { ages } = await sumStockByBrand(app.ctx)
    return Object.entries(ages).flatMap(([age, { count }]) => (count > 0 ? [age] : []))
  }
  app.clock.advance(3 * DAY_MS - MINUTE_MS)
  expect(await agesInStock()).toEqual(['0-2'])
  app.clock.advance(2 * MINUTE_MS)
  expect(await agesInStock()).toEqual(['3-7'])
  app.clock.advance(5 * DAY_MS - 2 * MINUTE_MS)
  expect(await agesInStock()).toEqual(['3-7'])
  app.clock.advance(2 * MINUTE_MS)
  expect(await agesInStock()).toEqual(['8-30'])
})

/** Makes the database one of before the inventory, and migrates it again. */
async function migrateAgain(db: ServerDb): Promise<void> {
  const cascade = sql.raw(isOnPostgres() ? ' cascade' : '')
  for (const table of [
    'dispositions',
    'lot_items',
    'lots',
    'buyers',
    'card_places',
    'inventory_items',
    'inventory_counts',
  ])
    await sql`drop table ${sql.table(table)}${cascade}`.execute(db)
  if (isOnPostgres())
    for (const name of ['dispositions_are_append_only', 'disposition_numbered', 'item_counted'])
      await sql`drop function ${sql.ref(name)}`.execute(db)
  await inventory.up(db as never)
}

test('payouts that were sent before the inventory have items, and cleared ones leave the account of the cards', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const [paid] = [await aBoughtCard(app, dana, boss), await anApproval(app, dana, boss)]
  const before = await itemOf(app.ctx.db, paid)
  // Clear All Data of before left the cost of the cards where it was.
  const left = { debit: 'cards', credit: 'cleared', amount_cents: 500, key: 'cleared:PO-1', kind: 'cleared' } as const
  const of = { submission_id: null, payout_id: null, made_by: null }
  await inTransaction(app.call, (tx) => postTransfers(app.ctx, tx, [{ ...left, ...of }]))
  expect(await verifyLedger(app.ctx.db)).toHaveProperty('problem')
  await migrateAgain(app.ctx.db)
  expect(await itemOf(app.ctx.db, paid)).toEqual(before)
  expect(await app.ctx.db.selectFrom('inventory_items').select('submission_id').execute()).toHaveLength(1)
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})
