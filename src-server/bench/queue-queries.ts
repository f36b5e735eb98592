import { sql } from 'kysely'
import type { UserTable } from '../db/account-tables.ts'
import { bulkInsert } from '../db/bulk-insert.ts'
import { inServerTransaction, type ServerDb } from '../db/database.ts'
import type { FileTable, SubmissionTable } from '../db/submission-tables.ts'

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
  await sql`pragma cache_size = -300000`.execute(db)
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
