import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import SQLite from 'better-sqlite3'
import { type Db, sqliteOf } from './database.ts'
import type { FileTable } from './file-tables.ts'
import type { PurgeTable } from './operations-tables.ts'
import { storedKeys } from './page-pictures.ts'

/** 2 MB: blocks the process for a few milliseconds. */
const PAGES_AT_ONCE = 512
export const ALL_PAGES = 2 ** 31 - 1

export type RowCounts = Readonly<Record<string, number>>

export type VerifiedCopy = {
  rows: RowCounts
  orders: number
  objects: string[]
  migrations: string[]
  /** '' when the log is empty. */
  audit: { entries: number; head: string }
}

/** Into a new synced file of mode 600. Each step of `pagesAtOnce` blocks this process, and no writer restarts it. */
export async function copyDatabase(db: Db, file: string, pagesAtOnce = PAGES_AT_ONCE) {
  writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
  await sqliteOf(db).backup(file, { progress: () => pagesAtOnce })
  const copy = new SQLite(file)
  try {
    // The copy inherits WAL mode, which needs files beside it: a backup is one file.
    copy.pragma('journal_mode = delete')
  } finally {
    copy.close()
  }
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Checks every page and every foreign key of a copy, without changing it. @throws when it is damaged */
export function verifyCopy(file: string): VerifiedCopy {
  const copy = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    const found = copy.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw new Error(`The copy of the database is damaged: ${found}`)
    const [dangling] = copy.pragma('foreign_key_check') as { table: string }[]
    if (dangling) throw new Error(`The copy of the database is damaged: a row of ${dangling.table} points at nothing.`)
    const column = <Value>(sql: string) => copy.prepare<[], Value>(sql).pluck().all()
    const names = column<string>(
      "select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual')",
    )
    const count = (name: string) => column<number>(`select count(*) from "${name.replaceAll('"', '""')}"`)[0] ?? 0
    return {
      rows: Object.fromEntries(names.map((name) => [name, count(name)])),
      orders: column<number>("select count(*) from submissions where status <> 'registered'")[0] ?? 0,
      // A copy from before a migration may lack a column.
      objects: storedKeys(
        copy
          .prepare<[], FileTable>('select * from files')
          .all()
          .map((row) => ({ ...row, page_pictures: row.page_pictures ?? null })),
      ),
      migrations: column<string>('select name from kysely_migration order by name'),
      audit: {
        entries: column<number>('select count(*) from audit_log where sequence is not null')[0] ?? 0,
        head:
          column<string>('select hash from audit_log where sequence is not null order by sequence desc limit 1')[0] ??
          '',
      },
    }
  } finally {
    copy.close()
  }
}

/** Reads the purges of a database that no process uses and that may be damaged in other tables. */
export function* readPurges(file: string): Generator<PurgeTable> {
  const old = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    yield* old.prepare<[], PurgeTable>('select id, what, subject_id, at from purges order by rowid').iterate()
  } finally {
    old.close()
  }
}
