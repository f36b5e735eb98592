import { type Kysely, sql } from 'kysely'

/** Which members of staff are also customers, and the entries of the audit log by person and action. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('staff_links')
    .addColumn('staff_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('customer_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('how', 'text', (column) => column.notNull())
    .addColumn('first_seen_at', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'text')
    .addPrimaryKeyConstraint('staff_links_key', ['staff_id', 'customer_id'])
    .execute()
  await sql`create index staff_links_customer on staff_links (customer_id)`.execute(db)
  await sql`create index audit_log_actor_action on audit_log (actor_id, action, at)`.execute(db)
}
