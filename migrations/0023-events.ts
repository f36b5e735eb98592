import { type Kysely, PostgresAdapter } from 'kysely'

/** The journal of events, from which each node delivers what the others emitted. */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('events')
    .addColumn('id', isPostgres ? 'bigint' : 'integer', (column) =>
      // SQLite would give the numbers of deleted rows again without autoincrement.
      isPostgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('events_at').on('events').column('at').execute()
}
