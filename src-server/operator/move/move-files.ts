import { createHash } from 'node:crypto'
import { isStoredKey } from '../../files/file-queries.ts'
import type { FileTable } from '../../platform/db/file-tables.ts'
import { storedKeys } from '../../platform/db/page-pictures.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { BackupError } from '../operations/backup-error.ts'
import type { MoveContext } from './move-rows.ts'
import { rowBatches, type Table } from './table-queries.ts'

/** Objects in transfer at a time, each of which buffers a part of 5 MB. */
const CONCURRENT = 4
/** The S3 storage may leave such an object when it is killed. */
const PROBE = /^probe-/

/** Copies the encrypted objects as they are, and compares the SHA-256 of what the target returns. */
export async function moveFiles(ctx: MoveContext, files: Table, { isVerifying }: { isVerifying: boolean }) {
  const { source, target, report } = ctx
  let [copied, compared] = [0, 0]
  for await (const rows of rowBatches(source.db, files, ctx.batchRows)) {
    const keys = storedKeys(rows as FileTable[])
    for (let at = 0; at < keys.length; at += CONCURRENT) {
      const moves = keys
        .slice(at, at + CONCURRENT)
        .map((key) => moveObject(source.storage, target.storage, key, isVerifying))
      // So that none goes on after an error.
      await Promise.allSettled(moves)
      for (const wasCopied of await Promise.all(moves))
        if (wasCopied) copied++
        else compared++
      report.progress(`Stored files: ${copied + compared}`)
    }
  }
  report.done(`Stored files: ${copied} copied, ${compared} were there; all bytes compared, equal`)
}

export async function refuseForeignObjects({ source, target }: MoveContext) {
  for await (const { key } of target.storage.list()) {
    if (PROBE.test(key) || (await isStoredKey(source.db, key))) continue
    throw new BackupError(
      'cannotCreate',
      `The bucket has the object files/${key}, which the source does not name. ` +
        'It belongs to another site, or one of both was in use since a move began: name an empty bucket.',
    )
  }
}

/** Returns whether it was copied; otherwise it was there. */
async function moveObject(source: FileStorage, target: FileStorage, key: string, isVerifying: boolean) {
  const expected = await hashOf(source, key)
  if (expected === undefined)
    throw new BackupError('damaged', `The stored file ${key} is missing, but the database names it.`)
  const found = await hashOf(target, key)
  const isMissing = found === undefined
  if (isMissing && isVerifying) throw new BackupError('damaged', `The bucket lacks the object files/${key}.`)
  if (isMissing) await target.write(key, source.read(key))
  if ((isMissing ? await hashOf(target, key) : found) !== expected)
    throw new BackupError('damaged', `The object files/${key} in the bucket differs from the stored file.`)
  return isMissing
}

/** The SHA-256 of an object; undefined when it does not exist. */
async function hashOf(storage: FileStorage, key: string) {
  const hash = createHash('sha256')
  try {
    for await (const piece of storage.read(key)) hash.update(piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return hash.digest('hex')
}
