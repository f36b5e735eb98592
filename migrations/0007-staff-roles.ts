import type { Kysely } from 'kysely'

/** Staff who are not owners get a role that says what they do; those there were could do all that a reviewer can. */
export async function up(db: Kysely<{ users: { role: string } }>): Promise<void> {
  await db.updateTable('users').set({ role: 'reviewer' }).where('role', '=', 'staff').execute()
}
