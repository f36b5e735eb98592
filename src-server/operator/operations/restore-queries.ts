import type { Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

/** Tables of tokens that grant or ease access. A test fails when another table with token hashes exists. */
export const loginTables = [
  'sessions',
  'password_resets',
  'mfa_challenges',
  'trusted_devices',
] as const satisfies (keyof Schema)[]

/** Deletes all sessions and links. API tokens are revoked instead, so that they stay listed. */
export async function endAllLogins(tx: Tx, at: string): Promise<void> {
  for (const table of loginTables) await tx.deleteFrom(table).execute()
  await tx.updateTable('api_tokens').set({ revoked_at: at }).where('revoked_at', 'is', null).execute()
}
