import type { UserTable } from '../../platform/db/account-tables.ts'
import { bulkInsert } from '../../platform/db/bulk-insert.ts'
import { type Db, inServerTransaction, type ServerDb } from '../../platform/db/database.ts'
import type { AuditLogTable } from '../../platform/db/operations-tables.ts'
import type { StatusChangeTable } from '../../platform/db/submission-tables.ts'

type SeedRows = {
  users: readonly UserTable[]
  audit_log: readonly AuditLogTable[]
  status_changes: readonly StatusChangeTable[]
}

export async function insertDutyRows(db: ServerDb, rows: Partial<SeedRows>): Promise<void> {
  await inServerTransaction(db, async (tx) => {
    for (const [table, of] of Object.entries(rows)) await bulkInsert(tx, table as keyof SeedRows, of)
  })
}

/** The ids of all submissions. */
export async function listSubmissionIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('submissions').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
