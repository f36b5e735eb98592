import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { openDatabase } from './database.ts'

const at = '2026-11-20T12:00:00.000Z'

test('the migration marks existing messages before a staff reply as read and later ones as unread', async () => {
  const db = openDatabase(':memory:') as unknown as Kysely<never> & AsyncDisposable
  const names = Object.keys(migrations)
  for (const name of names.slice(0, names.indexOf('0011-desk'))) await migrations[name]?.up(db)
  const insert = (table: string, row: object) =>
    db
      .insertInto(table as never)
      .values(row as never)
      .execute()
  const user = { role: 'customer', name: '', phone: '', address: '', password_hash: '', created_at: at }
  await insert('users', { id: 'dana', ...user })
  const said: Record<string, string> = { answered: 'ua', waiting: 'uauu', asked: 'u', empty: '' }
  for (const [id, senders] of Object.entries(said)) {
    const session = { customer_id: 'dana', subject_sealed: '', status: 'open', created_at: at, last_activity_at: at }
    const marks = { last_sequence: senders.length, customer_seen_sequence: 0, reply_mailed_sequence: 0 }
    await insert('chat_sessions', { id, ...session, ...marks })
    for (const [index, sender] of [...senders].entries())
      await insert('chat_messages', {
        id: `${id}-${index}`,
        session_id: id,
        sequence: index + 1,
        sender_type: sender === 'u' ? 'user' : 'admin',
        sender_id: 'dana',
        message_sealed: '',
        sent_at: at,
      })
  }
  await migrations['0011-desk']?.up(db)
  const rows = (await db
    .selectFrom('chat_sessions' as never)
    .select(['id', 'staff_seen_sequence', 'is_unread'] as never)
    .orderBy('id' as never)
    .execute()) as object[]
  expect(rows).toEqual([
    { id: 'answered', staff_seen_sequence: 2, is_unread: 0 },
    { id: 'asked', staff_seen_sequence: 0, is_unread: 1 },
    { id: 'empty', staff_seen_sequence: 0, is_unread: 0 },
    { id: 'waiting', staff_seen_sequence: 2, is_unread: 1 },
  ])
  await db.destroy()
})
