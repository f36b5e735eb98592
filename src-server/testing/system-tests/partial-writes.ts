import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { partialPayouts } from './partial-payouts.ts'

/** Queries that find rows of a partial write; none has a result in a consistent database. */
const partialWrites: Readonly<Record<string, string>> = {
  'a submission without files': `select id from submissions s where status != 'registered'
    and not exists (select 1 from files where submission_id = s.id)`,
  'a submission whose history does not match its version': `select id from submissions s where status != 'registered' and
    (select count(*) from status_changes where submission_id = s.id) != version`,
  'a submission without its mail': `select 1 where (select count(*) from submissions where status != 'registered')
    != (select count(*) from mail_outbox where kind = 'order-received')`,
  'a decided submission with its code': `select id from submissions where status in ('completed', 'rejected', 'failed')
    and security_code_encrypted is not null and erase_code_at is null`,
  'an account without its registration record': `select id from users u where role = 'customer'
    and (select count(*) from submissions where user_id = u.id and status = 'registered') != 1`,
  'a conversation without a message': `select id from chat_sessions c
    where not exists (select 1 from chat_messages where session_id = c.id)`,
  'a gap in the message numbers of a conversation': `select session_id from chat_messages group by session_id
    having count(*) != max(sequence)`,
  ...partialPayouts,
}

/** Describes every inconsistency of a data folder; works from outside, also while a server runs. */
export function findInconsistencies(dataDir: string): string[] {
  const database = new SQLite(path.join(dataDir, 'exchange.sqlite'), { readonly: true, timeout: 5_000 })
  try {
    const problems: string[] = []
    const damage = database.pragma('integrity_check(1)', { simple: true })
    if (damage !== 'ok') problems.push(String(damage))
    if (database.prepare('pragma foreign_key_check').all().length > 0) problems.push('a row that points at nothing')
    for (const [wrong, query] of Object.entries(partialWrites)) if (database.prepare(query).get()) problems.push(wrong)
    for (const { id, file_size } of database.prepare<[], FileRow>(STORED).all()) {
      const object = path.join(dataDir, 'files', id)
      if (!existsSync(object) || statSync(object).size <= file_size) problems.push(`the file ${id} without its bytes`)
    }
    return problems
  } finally {
    database.close()
  }
}

/** Stored objects without a row. */
export function orphansOf(dataDir: string): string[] {
  const database = new SQLite(path.join(dataDir, 'exchange.sqlite'), { readonly: true, timeout: 5_000 })
  try {
    const known = new Set(
      database
        .prepare<[], FileRow>(STORED)
        .all()
        .map(({ id }) => id),
    )
    return readdirSync(path.join(dataDir, 'files')).filter((name) => !known.has(name))
  } finally {
    database.close()
  }
}

type FileRow = { id: string; file_size: number }
/** What rows reference: uploads and the renditions generated from them. */
const STORED =
  'select id, file_size from files union all select rendition_id, rendition_size from files where rendition_id is not null'
