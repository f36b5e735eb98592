import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { BACKUP_NAME } from './backup.ts'

/** Whether BACKUP_DIR is set. */
export function hasBackupFolder({ backupDir, dataDir }: Pick<Config, 'backupDir' | 'dataDir'>): boolean {
  return backupDir !== path.join(dataDir, 'backups')
}

/** When the newest complete backup in this folder was made; undefined without one, and without a readable folder. */
export async function findBackupTime(folder: string) {
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => BACKUP_NAME.test(name))
    .sort()
    .at(-1)
  if (newest === undefined) return undefined
  return (await stat(path.join(folder, newest)).catch(() => undefined))?.mtime
}
