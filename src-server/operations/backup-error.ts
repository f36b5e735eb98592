import { DataDirInUse } from '../db/data-dir-lock.ts'

/** How a command about backups ends: exit codes that a script can tell apart, after BSD's sysexits. */
export const backupExits = { usage: 64, damaged: 65, noInput: 66, cannotCreate: 73, disk: 74, config: 78 } as const

/** What a command about backups refuses, in words for the operator. */
export class BackupError extends Error {
  readonly exitCode: number
  constructor(kind: keyof typeof backupExits, words: string) {
    super(words)
    this.exitCode = backupExits[kind]
  }
}

/** The words and the exit code an error ends a command with. */
export function ending(error: unknown): { words: string; exitCode: number } {
  if (error instanceof BackupError) return { words: error.message, exitCode: error.exitCode }
  if (error instanceof DataDirInUse) return { words: error.message, exitCode: backupExits.config }
  const { code = '', message = String(error), path = '' } = error as NodeJS.ErrnoException
  if (['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'].includes(code))
    return {
      words: `There is no room left on the disk${path && `, at ${path}`}. Nothing was put in place.`,
      exitCode: 74,
    }
  if (['EIO', 'EROFS', 'EACCES', 'EPERM'].includes(code)) return { words: message, exitCode: backupExits.disk }
  return { words: message, exitCode: 1 }
}
