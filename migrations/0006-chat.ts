import type { Kysely } from 'kysely'

/** Conversations of customers with support, and what was said in them. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('chat_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('subject_sealed', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('last_sequence', 'integer', (column) => column.notNull())
    .addColumn('customer_seen_sequence', 'integer', (column) => column.notNull())
    .addColumn('reply_mailed_sequence', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_activity_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('chat_sessions_customer_newest')
    .on('chat_sessions')
    .columns(['customer_id', 'status', 'created_at', 'id'])
    .execute()

  await db.schema
    .createTable('chat_messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull().references('chat_sessions.id').onDelete('cascade'))
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('sender_type', 'text', (column) => column.notNull())
    .addColumn('sender_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('client_message_id', 'text')
    .addColumn('message_sealed', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('chat_messages_sequence', ['session_id', 'sequence'])
    .addUniqueConstraint('chat_messages_repeat', ['sender_id', 'client_message_id'])
    .execute()
}
