import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/** Which order a card is sent again after, and the first of all orders of that card. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    'alter table submissions add column resubmit_of text',
    'alter table submissions add column first_order_id text',
    'create index submissions_tries on submissions (first_order_id) where first_order_id is not null',
  ])
}
