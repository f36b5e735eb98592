import type { Kysely } from 'kysely'

/** When a saved payment method was last chosen for an order; null until then. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('payment_methods').addColumn('last_used_at', 'text').execute()
}
