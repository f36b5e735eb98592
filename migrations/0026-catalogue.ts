import { type Kysely, sql } from 'kysely'

/**
 * The brands and their rates in versions. A row holds from `from_version` until `to_version`, which closes it; nothing
 * else of a row ever changes, and none is deleted.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('catalogue_versions')
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('made_by', 'text')
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('base', 'integer')
    .execute()
  await db.schema
    .createTable('brand_terms')
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('from_version', 'integer', (column) => column.notNull().references('catalogue_versions.version'))
    .addColumn('to_version', 'integer')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('paused_words', 'text')
    .addColumn('resume_at', 'text')
    .addColumn('min_cents', 'integer', (column) => column.notNull())
    .addColumn('max_cents', 'integer', (column) => column.notNull())
    .addColumn('rules', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('brand_terms_pk', ['slug', 'from_version'])
    .execute()
  await db.schema
    .createTable('rates')
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('from_version', 'integer', (column) => column.notNull())
    .addColumn('from_cents', 'integer', (column) => column.notNull())
    .addColumn('to_cents', 'integer', (column) => column.notNull())
    .addColumn('rate_bps', 'integer', (column) => column.notNull())
    .addColumn('to_version', 'integer')
    .addPrimaryKeyConstraint('rates_pk', ['slug', 'from_version', 'from_cents'])
    .addForeignKeyConstraint('rates_brand_terms', ['slug', 'from_version'], 'brand_terms', ['slug', 'from_version'])
    .execute()
  // A brand has one row that is not closed, whatever two transactions do at once.
  await sql`create unique index brand_terms_open on brand_terms (slug) where to_version is null`.execute(db)
  await sql`create index brand_terms_from on brand_terms (from_version)`.execute(db)
  await db.schema.alterTable('submissions').addColumn('catalogue_version', 'integer').execute()
  await sql`insert into named_locks (name) values ('catalogue')`.execute(db)
}
