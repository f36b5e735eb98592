import { type Kysely, sql } from 'kysely'

/** Rows that transactions lock for rules about more than one row, see `db/named-locks.ts`. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('named_locks')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .execute()
  await sql`insert into named_locks (name) values ('owners'), ('audit-chain')`.execute(db)
}
