import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/** Until when number and code of a completed order are kept under the custody 'hold'. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    'alter table submissions add column kept_until text',
    'create index submissions_kept on submissions (kept_until) where kept_until is not null',
  ])
}
