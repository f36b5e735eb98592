import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/** A decision on a problem of a paid card that can be undone: what it is, whose it is, and when it is applied. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    'alter table order_problems add column planned_encrypted text',
    'alter table order_problems add column planned_by text',
    'alter table order_problems add column planned_until text',
    'create index order_problems_planned on order_problems (planned_until) where planned_until is not null',
  ])
}
