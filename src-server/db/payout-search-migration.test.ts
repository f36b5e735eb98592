import { expect, test } from 'vitest'
import { formerDatabase } from '../test-support/former-database.ts'
import { migrate } from './migrate.ts'

test('payouts from before are found by the words of the name of their customer, unless the account is deleted', async () => {
  await using db = await formerDatabase('0043-returned-by')
  await db.updateTable('users').set({ name: 'José  O’Neill' }).where('id', '=', 'dana').execute()
  await migrate(db)
  const words = await db.selectFrom('payout_names').selectAll().orderBy('payout_id').orderBy('word').execute()
  const ids = ['PO-AAAAAAAAAA-10', 'PO-AAAAAAAAAA-9', 'PO-BBBBBBBBBB-1']
  expect(words).toEqual(ids.flatMap((payout_id) => ['jose', 'neill', 'o'].map((word) => ({ payout_id, word }))))

  await using other = await formerDatabase('0043-returned-by')
  await other.updateTable('users').set({ name: 'Deleted account', email: null }).where('id', '=', 'dana').execute()
  await migrate(other)
  expect(await other.selectFrom('payout_names').selectAll().execute()).toEqual([])
})
