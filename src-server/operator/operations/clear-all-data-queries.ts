import { dollarsFromCents } from '#shared/money.ts'
import { sumOwed } from '../../payouts/payout-queries.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { RowCounts } from '../../platform/db/database-copy.ts'
import { emptySearchIndex } from '../../platform/db/dialect/search-index.ts'
import { storedColumns, storedKeys } from '../../platform/db/page-pictures.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { clearPolicies } from '../../platform/db/table-rules.ts'

type Table = keyof Schema

const tables = Object.keys(clearPolicies) as Table[]

export async function isAsBackedUp(tx: Tx, rows: RowCounts) {
  for (const table of tables)
    if (clearPolicies[table] === 'cleared' && (await countRows(tx.selectFrom(table))) !== rows[table]) return false
  return true
}

/** Returns the sessions to end and the files to remove after the commit. */
export async function deleteEverything(tx: Tx) {
  // Returned by the deletion itself: a rendition may be attached between two statements.
  const files = await tx.deleteFrom('files').returning(storedColumns).execute()
  const sessions = await tx.selectFrom('sessions').select('id').where('kind', '=', 'customer').execute()
  // Deleting row by row would update the index for each row.
  await emptySearchIndex(tx)
  for (const table of tables) {
    if (table === 'users') await tx.deleteFrom('users').where('role', '=', 'customer').execute()
    else if (table === 'sessions') await tx.deleteFrom('sessions').where('kind', '=', 'customer').execute()
    else if (table === 'api_tokens') await tx.deleteFrom('api_tokens').where('customer_id', 'is not', null).execute()
    else if (clearPolicies[table] === 'cleared' || clearPolicies[table] === 'forgotten')
      await tx.deleteFrom(table).execute()
  }
  return { fileKeys: storedKeys(files), sessionIds: sessions.map(({ id }) => id) }
}

export async function summarize(db: Db) {
  const users = await db
    .selectFrom('users')
    .select((select) => [
      select.fn.countAll<number>().as('all'),
      select.fn.countAll<number>().filterWhere('role', '=', 'customer').as('customers'),
    ])
    .executeTakeFirstOrThrow()
  const owed = await sumOwed(db)
  return {
    customers: users.customers,
    submissions: await countRows(db.selectFrom('submissions')),
    files: await countRows(db.selectFrom('files')),
    conversations: await countRows(db.selectFrom('chat_sessions')),
    paymentMethods: await countRows(db.selectFrom('payment_methods')),
    mails: await countRows(db.selectFrom('mail_outbox')),
    owed: { payouts: owed.count, amount: dollarsFromCents(owed.cents) },
    staffKept: users.all - users.customers,
    auditEntriesKept: await countRows(db.selectFrom('audit_log')),
  }
}
