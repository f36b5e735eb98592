import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formerDatabase } from '../test-support/former-database.ts'
import { migrate } from './migrate.ts'

test('orders from before whose payout waits are listed and counted as approved', async () => {
  await using db = await formerDatabase('0044-payout-search')
  await sql`update submissions set status = 'processing'`.execute(db)
  await db.updateTable('payouts').set({ state: 'ready' }).where('id', '=', 'PO-BBBBBBBBBB-1').execute()
  await db.updateTable('payout_lines').set({ is_live: 1 }).where('payout_id', '=', 'PO-BBBBBBBBBB-1').execute()
  await migrate(db)
  const orders = await db.selectFrom('submissions').select(['id', 'queue_status']).orderBy('id').execute()
  expect(orders).toEqual([
    { id: 'GCE-AAAAAAAAAA', queue_status: 'processing' },
    { id: 'GCE-BBBBBBBBBB', queue_status: 'approved' },
  ])
  const numbers = await db.selectFrom('submission_numbers').select('status').orderBy('submission_id').execute()
  expect(numbers).toEqual([{ status: 'processing' }, { status: 'approved' }])
  const counts = await db.selectFrom('submission_counts').select(['status', 'count']).orderBy('status').execute()
  expect(counts).toEqual([
    { status: 'approved', count: 1 },
    { status: 'processing', count: 1 },
  ])
})
