import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { ALL_PAGES, copyDatabase, proveCopy, type RowCounts } from '../db/database-copy.ts'
import { newId } from '../ids.ts'

export type Backup = {
  /** Where it lies, laid out like DATA_DIR but for the data keys, which are kept apart. */
  folder: string
  /** How many rows each table has in it. */
  rows: RowCounts
}

/**
 * Makes a backup below `parent` while the site goes on: the database and every sealed file it names. It is read back
 * and checked, and on disk, when the promise resolves; a folder that ends in '.part' is no backup.
 * @param isAlone nothing else waits for this process, but others may write to the database
 * @throws when any of it fails; then nothing is left behind
 */
export async function makeBackup(
  ctx: AppContext,
  { parent = backupsFolder(ctx), isAlone = false }: { parent?: string; isAlone?: boolean } = {},
): Promise<Backup> {
  const name = `${timestamp(ctx.clock).replaceAll(':', '-')}-${newId().slice(0, 6)}`
  const folder = path.join(parent, name)
  const part = `${folder}.part`
  const files = path.join(part, 'files')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  try {
    await mkdir(files, { recursive: true, mode: 0o700 })
    const database = path.join(part, 'exchange.sqlite')
    await copyDatabase(ctx.db, database, isAlone ? ALL_PAGES : undefined)
    const { rows, fileKeys } = proveCopy(database)
    for (const key of fileKeys) await ctx.storage.copyOut(key, path.join(files, key))
    for (const each of [files, part]) await syncFolder(each)
    await rename(part, folder)
    await syncFolder(parent)
    return { folder, rows }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/** Where backups of this site lie. */
export function backupsFolder({ config }: Pick<AppContext, 'config'>): string {
  return path.join(config.dataDir, 'backups')
}

/** New names survive a power cut once their folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
