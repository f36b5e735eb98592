import { type AuditActor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { type Db, withoutAuthorization } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'

const reported = new WeakMap<Db, Set<string>>()

/** Yields a file of the submission or conversation `of`. Logs, audits and throws damage as AppError 'internal'. */
export async function* wholeBytes(
  app: AppContext,
  file: { id: string; of: string },
  reader: AuditActor,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    if (!isDamage(error)) throw error
    await report(app, file, reader, error)
    throw new AppError('internal', "This file is damaged and can't be opened. Please send it again or contact us.")
  }
}

/** A missing file is damage; other errors of the system (too many open files) or the file store are temporary. */
function isDamage(error: unknown) {
  if (error instanceof AppError) return false
  const { syscall, code } = (error ?? {}) as NodeJS.ErrnoException
  return syscall === undefined || code === 'ENOENT'
}

async function report(app: AppContext, { id, of }: { id: string; of: string }, reader: AuditActor, error: unknown) {
  const known = reported.get(app.db) ?? new Set()
  reported.set(app.db, known)
  if (known.has(id)) return
  known.add(id)
  app.log.error({ err: error, fileId: id }, 'a stored file is damaged')
  // Without authorization, because the entry is needed even if the reader has lost access.
  await auditNow(withoutAuthorization(app), reader, 'file.damaged', id, of)
}
