import { type Kysely, sql } from 'kysely'

/** Who recorded that a payout came back; null for one that its provider reported. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('payouts')
    .addColumn('returned_by', 'text', (column) => column.references('users.id'))
    .execute()
  await sql`
    update payouts set returned_by = (
      select actor_id from audit_log
      where action = 'payout.returned' and object_id = payouts.id and actor_id in (select id from users)
      order by sequence desc limit 1
    )
    where state = 'returned'`.execute(db)
}
