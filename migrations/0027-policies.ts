import { type Kysely, sql } from 'kysely'

/** The rules that owners change, with every former version. Without a row a policy has the defaults in code. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('policies')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('policies_key', ['name', 'version'])
    .execute()
  await sql`insert into named_locks (name) values ('policies')`.execute(db)
  await sql`
    create trigger policies_no_update before update on policies
    begin select raise(abort, 'Versions of policies are append-only.'); end
  `.execute(db)
  await sql`
    create trigger policies_no_delete before delete on policies
    begin select raise(abort, 'Versions of policies are append-only.'); end
  `.execute(db)
}
