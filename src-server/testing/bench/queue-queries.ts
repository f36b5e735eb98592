import { sql } from 'kysely'
import type { UserTable } from '../../platform/db/account-tables.ts'
import { bulkInsert } from '../../platform/db/bulk-insert.ts'
import { inServerTransaction, type ServerDb } from '../../platform/db/database.ts'
import type { FileTable } from '../../platform/db/file-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'

type SeedRows = {
  users: readonly UserTable[]
  submissions: readonly SubmissionTable[]
  files: readonly FileTable[]
}

export async function insertSeedRows(db: ServerDb, rows: SeedRows): Promise<void> {
  await inServerTransaction(db, async (tx) => {
    for (const [table, of] of Object.entries(rows)) await bulkInsert(tx, table as keyof SeedRows, of)
  })
}

/** Disables durability for bulk writes. Only for disposable databases. */
export async function writeCarelessly(db: ServerDb): Promise<void> {
  await sql`pragma synchronous = off`.execute(db)
  await sql`pragma cache_size = -4000000`.execute(db)
}

/** Adds a payout paid by hand to every completed order; the customer stands for the staff who approved it. */
export async function insertPaidPayouts(db: ServerDb): Promise<void> {
  await sql`insert into payouts (id, idempotency_key, user_id, amount_cents, currency, method_type, payee_name, state, provider,
      reference, approved_by, approved_at, sent_by, sent_at, settled_at, ended_at, version)
    select 'PO-' || substr(id, 5), id || '-1', user_id, payout_cents, 'USD', payment_type, account_name, 'paid', 'hand',
      'CA-1', user_id, updated_at, user_id, updated_at, updated_at, updated_at, 3
    from submissions where status = 'completed'`.execute(db)
  await sql`insert into payout_lines (payout_id, submission_id, amount_cents, is_live, is_contradicted)
    select id, substr(idempotency_key, 1, length(idempotency_key) - 2), amount_cents, 1, 0 from payouts`.execute(db)
  await sql`insert into payout_attempts (key, payout_id, number, provider, state, called_at, answered_at)
    select idempotency_key || '-a1', id, 1, 'hand', 'settled', sent_at, sent_at from payouts`.execute(db)
}

/** The submission with exactly `offset` newer ones. */
export async function getNthNewest(db: ServerDb, offset: number): Promise<Pick<SubmissionTable, 'id' | 'email'>> {
  return db
    .selectFrom('submissions')
    .select(['id', 'email'])
    .orderBy('created_at', 'desc')
    .offset(offset)
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** Makes every order wait for a decision that is due an hour after its creation. Returns `count` of them, spread. */
export async function makeAllWait(db: ServerDb, count: number): Promise<Pick<SubmissionTable, 'id' | 'user_id'>[]> {
  await sql`update submissions set status = 'pending', final_at = null, purged_at = null,
    due_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+60 minutes')`.execute(db)
  const rows = await db.selectFrom('submissions').select(['id', 'user_id']).orderBy('due_at').execute()
  const step = Math.max(1, Math.floor(rows.length / count))
  return rows.filter((_, at) => at % step === step - 1).slice(0, count)
}
