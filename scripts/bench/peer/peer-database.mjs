// The tables of the peer, and how it opens them.
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
})
export const sessions = sqliteTable('sessions', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull(),
  expiresAt: text('expires_at').notNull(),
})
export const orders = sqliteTable('orders', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  brand: text('brand').notNull(),
  valueCents: integer('value_cents').notNull(),
  rateBps: integer('rate_bps').notNull(),
  payoutCents: integer('payout_cents').notNull(),
  cardNumberMasked: text('card_number_masked').notNull(),
  cardNumberEncrypted: blob('card_number_encrypted', { mode: 'buffer' }).notNull(),
  securityCodeEncrypted: blob('security_code_encrypted', { mode: 'buffer' }).notNull(),
  payoutDetailsEncrypted: blob('payout_details_encrypted', { mode: 'buffer' }).notNull(),
  paymentMethod: text('payment_method').notNull(),
  status: text('status').notNull(),
  createdAt: text('created_at').notNull(),
})
export const files = sqliteTable('files', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  position: integer('position').notNull(),
  fileName: text('file_name').notNull(),
  fileSize: integer('file_size').notNull(),
  mimeType: text('mime_type').notNull(),
  sha256: text('sha256').notNull(),
  shownId: text('shown_id').notNull(),
})
export const statusChanges = sqliteTable('status_changes', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  toStatus: text('to_status').notNull(),
  changedBy: text('changed_by').notNull(),
  changedAt: text('changed_at').notNull(),
})
export const mails = sqliteTable('mails', {
  id: text('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  createdAt: text('created_at').notNull(),
})

const definitions = `
  create table if not exists users (id text primary key, email text not null unique, name text not null);
  create table if not exists sessions (token_hash text primary key, user_id text not null references users (id),
    expires_at text not null);
  create table if not exists orders (id text primary key, user_id text not null references users (id),
    brand text not null, value_cents integer not null, rate_bps integer not null, payout_cents integer not null,
    card_number_masked text not null, card_number_encrypted blob not null, security_code_encrypted blob not null,
    payout_details_encrypted blob not null, payment_method text not null, status text not null,
    created_at text not null);
  create index if not exists orders_of_user on orders (user_id, created_at);
  create index if not exists orders_by_status on orders (status, created_at);
  create table if not exists files (id text primary key, order_id text not null references orders (id),
    position integer not null, file_name text not null, file_size integer not null, mime_type text not null,
    sha256 text not null, shown_id text not null);
  create index if not exists files_of_order on files (order_id);
  create table if not exists status_changes (id text primary key, order_id text not null references orders (id),
    to_status text not null, changed_by text not null, changed_at text not null);
  create index if not exists status_changes_of_order on status_changes (order_id);
  create table if not exists mails (id text primary key, recipient text not null, subject text not null,
    body text not null, created_at text not null);`

/** Opens `peer.sqlite` of the folder, with the durability of the site. */
export function openDatabase(folder) {
  const client = new SQLite(path.join(folder, 'peer.sqlite'))
  client.pragma('journal_mode = wal')
  client.pragma('synchronous = full')
  client.pragma('foreign_keys = on')
  client.exec(definitions)
  return drizzle(client)
}
