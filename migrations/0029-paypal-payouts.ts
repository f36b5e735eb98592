import { type Kysely, sql } from 'kysely'

/** What payouts by PayPal need: their progress there, its webhooks, and why sending is paused. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [name, type] of attemptColumns)
    await db.schema.alterTable('payout_attempts').addColumn(name, type).execute()
  await db.schema
    .alterTable('payout_attempts')
    .addColumn('looks', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('payout_attempts_next')
    .on('payout_attempts')
    .column('next_look_at')
    .where(sql.ref('next_look_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('payout_attempts_batch')
    .on('payout_attempts')
    .column('provider_batch')
    .where(sql.ref('provider_batch'), 'is not', null)
    .execute()
  await sql`create index payout_attempts_unknown on payout_attempts (payout_id)
    where state = 'unknown' and next_look_at is null`.execute(db)

  // Without a foreign key: PayPal repeats a webhook also after its payout was cleared.
  await db.schema
    .createTable('provider_events')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('resource_id', 'text')
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('provider_events_pk', ['provider', 'event_id'])
    .execute()
  await db.schema.createIndex('provider_events_received').on('provider_events').column('received_at').execute()

  await db.schema
    .createTable('sender_pauses')
    .addColumn('provider', 'text', (column) => column.primaryKey())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('paused_at', 'text', (column) => column.notNull())
    .execute()
}

const attemptColumns = [
  ['provider_batch', 'text'],
  ['provider_item', 'text'],
  ['fee_cents', 'integer'],
  ['next_look_at', 'text'],
  ['first_called_at', 'text'],
  ['lease_until', 'text'],
  ['error_code', 'text'],
] as const
