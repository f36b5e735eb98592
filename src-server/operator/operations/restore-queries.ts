import type { Tx } from '../../platform/db/database.ts'
import { loginTables } from '../../platform/db/table-rules.ts'

/** Deletes all sessions and links. API tokens are revoked instead, so that they stay listed. */
export async function endAllLogins(tx: Tx, at: string) {
  for (const table of loginTables) await tx.deleteFrom(table).execute()
  await tx.updateTable('api_tokens').set({ revoked_at: at }).where('revoked_at', 'is', null).execute()
}
