import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as inventory from '#migrations/0014-inventory.ts'
import { postTransfers } from '../payouts/ledger/post-transfers.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { inTransaction, type ServerDb } from '../platform/db/database.ts'
import { aBoughtCard, itemOf } from '../testing/test-support/inventory.ts'
import { anApproval } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { isOnPostgres } from '../testing/test-support/test-database.ts'

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
