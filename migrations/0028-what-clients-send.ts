import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * The id that a customer's client made for a conversation: a second name of it, which is the customer's alone. And the
 * texts by which staff find customers, in ordinary width, as new ones are.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    'alter table chat_sessions add column client_id text',
    'create unique index chat_sessions_client on chat_sessions (customer_id, client_id)',
    `update users set search_text = ${narrowed} where search_text <> ${narrowed}`,
  ])
}

const quoted = (text: string) => `'${text.replace("'", "''")}'`
const wide = ['\u3000', ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(0xff01 + at))]
const narrowed = wide.reduce(
  (text, each) => `replace(${text}, ${quoted(each)}, ${quoted(each.normalize('NFKC'))})`,
  'search_text',
)
