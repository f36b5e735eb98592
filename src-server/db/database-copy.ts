import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import SQLite from 'better-sqlite3'
import { type Db, sqliteOf } from './database.ts'

/** 2 MB: a few milliseconds. */
const PAGES_AT_ONCE = 512
export const ALL_PAGES = 2 ** 31 - 1

/** Rows by table. */
export type RowCounts = Readonly<Record<string, number>>

/**
 * Copies the whole database into a new file that only we can read, as it stands when the copy ends, while others go on
 * reading and writing. It is on disk when the promise resolves; its name is the caller's to sync.
 * @param pagesAtOnce how long others of this process wait at a time; a copy that is made in one go is not begun anew
 *   when another process writes
 */
export async function copyDatabase(db: Db, file: string, pagesAtOnce = PAGES_AT_ONCE): Promise<void> {
  writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
  await sqliteOf(db).backup(file, { progress: () => pagesAtOnce })
  const copy = new SQLite(file)
  try {
    // The copy inherits the write-ahead log, which needs files beside it: a backup is one file.
    copy.pragma('journal_mode = delete')
  } finally {
    copy.close()
  }
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Opens a copy without touching it, checks it from the first page to the last and counts its rows; `fileKeys` are
 * the stored objects it names.
 * @throws when it is damaged
 */
export function proveCopy(file: string): { rows: RowCounts; fileKeys: string[] } {
  const copy = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    const found = copy.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw new Error(`The copy of the database is damaged: ${found}`)
    const names = copy
      .prepare<[], string>("select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual')")
      .pluck()
      .all()
    const count = (name: string) =>
      copy
        .prepare<[], number>(`select count(*) from "${name.replaceAll('"', '""')}"`)
        .pluck()
        .get() ?? 0
    return {
      rows: Object.fromEntries(names.map((name) => [name, count(name)])),
      fileKeys: copy
        .prepare<[], string>(
          'select id from files union all select rendition_id from files where rendition_id is not null',
        )
        .pluck()
        .all(),
    }
  } finally {
    copy.close()
  }
}
