import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { isOpenToOthers } from '../db/restrict-file-mode.ts'
import { makeFolder } from './make-folder.ts'

/** @throws when the path, or a parent of it, is not a folder */
export function assertFolder(variable: string, folder: string) {
  const found = nearestAbove(folder)
  if (!statSync(found).isDirectory()) throw new Error(`${variable} names ${folder}, but ${found} is not a folder.`)
}

/** Warns about folders that are open to others or cannot be written, which does not prevent the start. */
export function warnOfFolders({ dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>, log: Logger) {
  if (isOpenToOthers(dataDir))
    log.warn(`DATA_DIR ${dataDir} is open to other users of this machine. Run: chmod 700 ${dataDir}`)
  try {
    accessSync(nearestAbove(backupDir), constants.W_OK | constants.X_OK)
  } catch (error) {
    log.error({ err: error }, `BACKUP_DIR ${backupDir} cannot be written: there will be no backups and no recovery log`)
  }
}

/** Creates DATA_DIR. @throws Error that names it when it is no folder or this process cannot write to it */
export function openDataDir(dataDir: string) {
  assertFolder('DATA_DIR', dataDir)
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!/^(EACCES|EPERM|EROFS)$/.test(code)) throw error
    throw new Error(`DATA_DIR ${dataDir} cannot be written: ${message}. Nothing was changed.`, { cause: error })
  }
}

function nearestAbove(name: string): string {
  return existsSync(name) || path.dirname(name) === name ? name : nearestAbove(path.dirname(name))
}
