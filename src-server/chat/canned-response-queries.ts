import type { CannedResponseTable } from '../platform/db/chat-tables.ts'
import type { Tx } from '../platform/db/database.ts'

export async function upsertCannedResponse(tx: Tx, row: CannedResponseTable): Promise<void> {
  await tx
    .insertInto('canned_responses')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
