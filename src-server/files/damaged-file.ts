import { writeEntry } from '../audit/write-entry.ts'
import type { AppContext } from '../context.ts'
import { type Db, withoutAuthorization } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** Files that were found damaged since the start: the log is told once of each. */
const told = new WeakMap<Db, Set<string>>()

/**
 * The bytes of a stored file, for who asks for it. One whose bytes were altered, cut or lost is told of in the log and in
 * the audit log; others go on.
 * @param of the order or conversation it belongs to
 * @throws AppError 'internal' in words about this file, at the first part that does not open
 */
export async function* wholeBytes(
  ctx: AppContext,
  file: { id: string; of: string },
  asking: { actorId: string | null; ip: string },
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    if (!isDamage(error)) throw error
    await tell(ctx, file, asking, error)
    throw new AppError('internal', 'This file is damaged and cannot be opened. Please send it again or write to us.')
  }
}

/** What the machine refuses for the moment says so with a code of its own; a file that is not there is as bad as altered. */
function isDamage(error: unknown): boolean {
  const { syscall, code } = (error ?? {}) as NodeJS.ErrnoException
  return syscall === undefined || code === 'ENOENT'
}

async function tell(
  ctx: AppContext,
  { id, of }: { id: string; of: string },
  asking: { actorId: string | null; ip: string },
  error: unknown,
): Promise<void> {
  const known = told.get(ctx.db) ?? new Set()
  told.set(ctx.db, known)
  if (known.has(id)) return
  known.add(id)
  ctx.log.error({ err: error, fileId: id }, 'a stored file is damaged')
  // Found while serving, it is written whatever has become of the reader.
  await writeEntry(withoutAuthorization(ctx), { ...asking, action: 'file.damaged', objectId: id, detail: of })
}
