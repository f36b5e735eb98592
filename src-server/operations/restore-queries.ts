import type { Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** Whatever lets somebody in by a token they hold. A test fails when there is another table of such. */
export const loginTables = [
  'sessions',
  'password_resets',
  'sign_in_tickets',
  'known_devices',
] as const satisfies (keyof Schema)[]

/** Ends every session and link; API tokens are revoked, so that their list still tells of them. */
export async function endAllLogins(tx: Tx, at: string): Promise<void> {
  for (const table of loginTables) await tx.deleteFrom(table).execute()
  await tx.updateTable('api_tokens').set({ revoked_at: at }).where('revoked_at', 'is', null).execute()
}
