/** Converts a startup error to a message for the operator; system errors have only codes. */
export function startProblem(error: unknown): string {
  const { code = '', message = String(error), path } = (error ?? {}) as NodeJS.ErrnoException
  const where = path === undefined ? '' : ` (${path})`
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return `The database is damaged: ${message}. Restore a backup.`
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code))
    return `The disk of DATA_DIR is full${where}. Free some space and start again.`
  if (/^(SQLITE_READONLY|EROFS|EACCES|EPERM)/.test(code))
    return `DATA_DIR cannot be written${where}: ${message}. Nothing was changed.`
  if (/^(SQLITE_CANTOPEN|EMFILE|ENFILE)/.test(code))
    return `A file of DATA_DIR cannot be opened${where}: ${message}. Nothing was changed.`
  if (/^SQLITE_BUSY/.test(code)) return 'Another process is using the database. Stop it and start again.'
  if (/^(SQLITE_IOERR|EIO)/.test(code)) return `The disk of DATA_DIR does not work${where}: ${message} (${code}).`
  return message
}
