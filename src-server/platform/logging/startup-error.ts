import type { Config } from '../config/config.ts'

type ErrorFacts = NodeJS.ErrnoException & { port?: number }

type Site = Pick<Config, 'dataDir' | 'metrics'>

/** EX_CONFIG and EX_TEMPFAIL of sysexits. */
const CONFIG = 78
const TEMPORARY = 75

/** Not reachable, lock_not_available, query_canceled: the last two while another node migrates. */
const passing: ReadonlySet<unknown> = new Set(['DATABASE_UNAVAILABLE', '55P03', '57014'])

/** The exit code of a start that failed: 75 when a supervisor should try again, 78 when a person has to act. */
export function exitCodeOfStart(error: unknown): number {
  return passing.has((error as { code?: unknown } | undefined)?.code) ? TEMPORARY : CONFIG
}

/** Converts an error of the start of this site to a message for the operator; system errors have only codes. */
export function startProblem(error: unknown, site: Site) {
  const { code = '', message = String(error), path, syscall, port } = (error ?? {}) as ErrorFacts
  if (syscall === 'listen' && port !== undefined) return listenProblem({ code, message, port }, site)
  const place = placeOf(path, site.dataDir)
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return `The database is damaged: ${message}. Restore a backup.`
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code))
    return `The disk of ${place} is full. Free some space and start again.`
  if (/^(SQLITE_READONLY|EROFS|EACCES|EPERM)/.test(code))
    return `${place} cannot be written: ${message}. Nothing was changed.`
  if (/^(SQLITE_CANTOPEN|EMFILE|ENFILE)/.test(code))
    return `A file of ${place} cannot be opened: ${message}. Nothing was changed.`
  if (/^SQLITE_BUSY/.test(code)) return 'Another process is using the database. Stop it and start again.'
  if (/^(SQLITE_IOERR|EIO)/.test(code)) return `The disk of ${place} does not work: ${message} (${code}).`
  return message
}

/** SQLite names no path: its files are in DATA_DIR. */
function placeOf(path: string | undefined, dataDir: string) {
  if (path === undefined || path === dataDir) return `DATA_DIR ${dataDir}`
  return path.startsWith(`${dataDir}/`) ? `DATA_DIR ${dataDir} (${path})` : path
}

function listenProblem({ code, message, port }: { code: string; message: string; port: number }, site: Site) {
  const name = port === site.metrics?.port ? 'METRICS_PORT' : 'PORT'
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one: ${name}=${port + 1} npm start`
  if (code === 'EACCES') return `This user may not listen on port ${port}: ${message}. Set ${name} to another one.`
  return message
}
