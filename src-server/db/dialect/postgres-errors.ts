/** The server rolled a transaction back; it left no trace and can be repeated. */
export class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted'
  constructor(options?: ErrorOptions) {
    super('The transaction was rolled back.', options)
  }
}

const lostCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  // admin_shutdown, crash_shutdown, cannot_connect_now
  '57P01',
  '57P02',
  '57P03',
  // idle_in_transaction_session_timeout
  '25P03',
])

/** Whether the connection to the server was lost or could not be made. */
export function isLostConnection(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  if (lostCodes.has(code) || code?.startsWith('08')) return true
  return (
    code === undefined &&
    /connection terminated|timeout exceeded when trying to connect|not queryable/i.test(message ?? '')
  )
}

const conflictCodes: ReadonlySet<unknown> = new Set([
  // serialization_failure, deadlock_detected
  '40001',
  '40P01',
  // unique_violation: another transaction inserted the row that this one looked for, and the repeat finds it
  '23505',
  // feature_not_supported: a plan from before a migration
  '0A000',
])

/** Whether a rolled back transaction can succeed when it is repeated. */
export function isRepeatable(error: unknown): boolean {
  return (
    error instanceof TransactionAborted ||
    conflictCodes.has((error as { code?: string })?.code) ||
    isLostConnection(error)
  )
}
