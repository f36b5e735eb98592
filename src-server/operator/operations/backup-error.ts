import { DataDirInUse } from '../../platform/db/data-dir-lock.ts'
import { UnknownSchema } from '../../platform/db/migrate.ts'

/** Exit codes of the backup commands, after BSD's sysexits. */
const backupExits = { usage: 64, damaged: 65, noInput: 66, cannotCreate: 73, disk: 74, config: 78 } as const

export class BackupError extends Error {
  readonly exitCode: number
  constructor(kind: keyof typeof backupExits, message: string) {
    super(message)
    this.exitCode = backupExits[kind]
  }
}

export function exitFor(error: unknown) {
  if (error instanceof BackupError) return { message: error.message, exitCode: error.exitCode }
  if (error instanceof DataDirInUse || error instanceof UnknownSchema)
    return { message: error.message, exitCode: backupExits.config }
  const { code = '', message = String(error), path = '' } = error as NodeJS.ErrnoException
  if (['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'].includes(code))
    return {
      message: `There is no room left on the disk${path && `, at ${path}`}. Nothing was put in place.`,
      exitCode: 74,
    }
  if (['EIO', 'EROFS', 'EACCES', 'EPERM'].includes(code)) return { message, exitCode: backupExits.disk }
  return { message, exitCode: 1 }
}
