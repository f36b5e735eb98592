/** The server rolled a transaction back; it left no trace and can be repeated. */
export class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted'
  constructor(options?: ErrorOptions) {
    super('The transaction was rolled back.', options)
  }
}

export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code = 'DATABASE_UNAVAILABLE'
  constructor(cause: unknown) {
    super('The database is not reachable.', { cause })
  }
}

const lostCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // idle_in_transaction_session_timeout
  '25P03',
])

/** Whether this error of `pg` means that the connection cannot be used. */
export function isConnectionError(error: unknown) {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  if (lostCodes.has(code) || code?.startsWith('08')) return true
  return (
    code === undefined &&
    /connection terminated|timeout exceeded when trying to connect|not queryable|client was closed/i.test(message ?? '')
  )
}

const conflictCodes: ReadonlySet<unknown> = new Set([
  // serialization_failure, deadlock_detected
  '40001',
  '40P01',
  // feature_not_supported: a plan from before a migration
  '0A000',
])

/** unique_violation and foreign_key_violation: another transaction changed the row looked for. The repeat sees it. */
const staleReadCodes: ReadonlySet<unknown> = new Set(['23505', '23503'])

/** Whether the transaction decided by rows that another one has changed since. */
export function isStaleRead(error: unknown) {
  return staleReadCodes.has((error as { code?: string })?.code)
}

export function isRepeatable(error: unknown) {
  if (error instanceof TransactionAborted || error instanceof ConnectionLost) return true
  return conflictCodes.has((error as { code?: string })?.code)
}
