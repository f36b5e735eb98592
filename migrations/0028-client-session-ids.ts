import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/** The id that a customer's client made for a conversation: a second name of it, which is the customer's alone. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    'alter table chat_sessions add column client_id text',
    'create unique index chat_sessions_client on chat_sessions (customer_id, client_id)',
  ])
}
