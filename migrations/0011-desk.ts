import type { Kysely } from 'kysely'

type Chats = {
  chat_sessions: { id: string; staff_seen_sequence: number; is_unread: number }
  chat_messages: { session_id: string; sequence: number; sender_type: string }
}

/** The support desk: what staff have seen of a conversation, who has taken it on, its attachments, and saved answers. */
export async function up(db: Kysely<Chats>): Promise<void> {
  await db.schema
    .alterTable('chat_sessions')
    .addColumn('staff_seen_sequence', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('chat_sessions')
    .addColumn('is_unread', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('chat_sessions')
    .addColumn('assignee_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('chat_sessions_desk')
    .on('chat_sessions')
    .columns(['is_unread', 'last_activity_at', 'id'])
    .execute()
  // Whoever answered had read what was said before.
  await db
    .updateTable('chat_sessions')
    .set((set) => ({
      staff_seen_sequence: set.fn.coalesce(
        set
          .selectFrom('chat_messages')
          .select((select) => select.fn.max('sequence').as('newest'))
          .whereRef('session_id', '=', 'chat_sessions.id')
          .where('sender_type', '=', 'admin'),
        set.lit(0),
      ),
    }))
    .execute()
  await db
    .updateTable('chat_sessions')
    .set({ is_unread: 1 })
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('chat_messages')
          .select('sequence')
          .whereRef('session_id', '=', 'chat_sessions.id')
          .where('sender_type', '=', 'user')
          .whereRef('sequence', '>', 'chat_sessions.staff_seen_sequence'),
      ),
    )
    .execute()

  await db.schema
    .alterTable('files')
    .addColumn('message_id', 'text', (column) => column.references('chat_messages.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('files_message').on('files').columns(['message_id', 'position']).execute()

  await db.schema
    .createTable('saved_answers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('shortcut', 'text', (column) => column.notNull().unique())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
}
