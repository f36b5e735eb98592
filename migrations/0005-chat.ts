import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/** Conversations of customers with support, and the saved answers of the team. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
}

const tables = [
  `create table chat_sessions (
    id text primary key,
    customer_id text not null references users (id) on delete cascade,
    subject_encrypted text not null,
    status text not null,
    last_sequence integer not null,
    customer_seen_sequence integer not null,
    reply_mailed_sequence integer not null,
    created_at text not null,
    last_activity_at text not null,
    staff_seen_sequence integer not null default 0,
    is_unread integer not null default 0,
    assignee_id text references users (id) on delete set null)`,
  `create index chat_sessions_customer_newest on chat_sessions (customer_id, status, created_at, id)`,
  `create index chat_sessions_inbox on chat_sessions (is_unread, last_activity_at, id)`,
  `create table chat_messages (
    id text primary key,
    session_id text not null references chat_sessions (id) on delete cascade,
    sequence integer not null,
    sender_type text not null,
    sender_id text not null references users (id) on delete cascade,
    client_message_id text,
    message_encrypted text not null,
    sent_at text not null,
    constraint chat_messages_sequence unique (session_id, sequence),
    constraint chat_messages_repeat unique (sender_id, client_message_id))`,
  `create table canned_responses (
    id text primary key,
    shortcut text not null unique,
    text text not null,
    updated_at text not null)`,
]
