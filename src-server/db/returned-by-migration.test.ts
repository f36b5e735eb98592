import { expect, test } from 'vitest'
import { at, formerDatabase, insertFormer } from '../test-support/former-database.ts'
import { migrate } from './migrate.ts'

test('a return from before names who recorded it; one that a provider reported names no person', async () => {
  await using db = await formerDatabase('0042-log-sequence')
  const returned = { action: 'payout.returned', at: at(50), ip: '', detail: 'provider' }
  await db.updateTable('payouts').set({ state: 'returned' }).where('id', 'like', 'PO-AAAAAAAAAA-%').execute()
  await insertFormer(db, 'audit_log', { id: 'one', actor_id: 'dana', object_id: 'PO-AAAAAAAAAA-9', ...returned })
  await insertFormer(db, 'audit_log', { id: 'two', actor_id: null, object_id: 'PO-AAAAAAAAAA-10', ...returned })
  await migrate(db)
  const payouts = await db.selectFrom('payouts').select(['id', 'returned_by']).orderBy('id').execute()
  expect(payouts).toEqual([
    { id: 'PO-AAAAAAAAAA-10', returned_by: null },
    { id: 'PO-AAAAAAAAAA-9', returned_by: 'dana' },
    { id: 'PO-BBBBBBBBBB-1', returned_by: null },
  ])
})
