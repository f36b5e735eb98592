import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/** A payout can send back what a seller had repaid of a claw back. Former refunds have no payout. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, ['alter table payouts add column refund_of text'])
}
