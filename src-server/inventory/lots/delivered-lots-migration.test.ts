import { expect, test } from 'vitest'
import { listBalances } from '../../payouts/ledger/ledger-queries.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import type { ServerDb } from '../../platform/db/database.ts'
import { insertRow, migrate } from '../../testing/test-support/migrate-to.ts'
import { openEmptyDatabase } from '../../testing/test-support/test-database.ts'

const at = '2026-11-20T08:00:00.000Z'
const paid = { user_id: 'dana', approved_by: 'boss', amount_cents: 9200, state: 'paid' }
const costs = { face_cents: 10_000, cost_cents: 9200, left_face_cents: 10_000, left_cost_cents: 9200 }

async function aLot(db: ServerDb, id: string, lot: object, items: readonly [string, string, number][]) {
  const made = { made_by: 'boss', made_at: at, request_key: id }
  await insertRow(db, 'lots', { id, buyer_id: 'resale', state: 'released', ...made, ...lot })
  for (const [state, itemState, price_cents] of items) {
    const of = { submission_id: `GCE-${id}-${state}-${itemState}` }
    const left = itemState === 'withdrawn' ? { left_face_cents: 0, left_cost_cents: 0 } : {}
    await insertRow(db, 'submissions', { id: of.submission_id, user_id: 'dana' })
    await insertRow(db, 'payouts', { id: `PO-${of.submission_id}`, idempotency_key: of.submission_id, ...paid })
    const bought = { payout_id: `PO-${of.submission_id}`, user_id: 'dana', approved_by: 'boss', state: itemState }
    await insertRow(db, 'inventory_items', { ...of, ...costs, ...left, ...bought })
    await insertRow(db, 'lot_items', { lot_id: id, ...of, price_cents, state })
  }
}

test('what was delivered and is not paid is sold at the upgrade, and the buyer owes it', async () => {
  await using db = await openEmptyDatabase()
  await migrate(db, (name) => name < '0038')
  for (const [id, role] of Object.entries({ boss: 'owner', dana: 'customer' }))
    await insertRow(db, 'users', { id, role, name: id, username: id, email: `${id}@mail.example`, created_at: at })
  await insertRow(db, 'buyers', { id: 'resale', name: 'Card Resale Inc.', made_by: 'boss', made_at: at })
  await aLot(db, 'READ', { downloaded_at: at, downloaded_by: 'boss' }, [['offered', 'listed', 9600]])
  await aLot(db, 'SENT', {}, [
    ['delivered', 'listed', 9000],
    ['delivered', 'withdrawn', 9600],
    ['offered', 'listed', 9600],
  ])
  const cents = 3 * 9200
  const stock = { sequence: 1, at, day: '2026-11-20', kind: 'opening', key: 'opening:1', currency: 'USD' }
  await insertRow(db, 'ledger_transfers', {
    ...{ ...stock, debit: 'cards', credit: 'equity:opening', amount_cents: cents },
  })
  await migrate(db, () => true)
  const balances = new Map((await listBalances(db)).map((each) => [each.account, each.debits - each.credits]))
  expect(Object.fromEntries(balances)).toEqual({
    ...{ cards: 9200, 'equity:opening': -cents, 'buyer:resale': 9600 + 9000, margin: -400 + 200 },
  })
  const items = await db.selectFrom('lot_items').select(['submission_id', 'state']).orderBy('submission_id').execute()
  expect(items.map(({ submission_id, state }) => `${submission_id}: ${state}`)).toEqual([
    'GCE-READ-offered-listed: delivered',
    'GCE-SENT-delivered-listed: delivered',
    'GCE-SENT-delivered-withdrawn: offered',
    'GCE-SENT-offered-listed: offered',
  ])
  expect((await verifyLedger(db)).problem).toBeUndefined()
})
