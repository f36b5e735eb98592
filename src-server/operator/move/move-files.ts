import { createHash } from 'node:crypto'
import type { FileTable } from '../../platform/db/file-tables.ts'
import { storedKeys } from '../../platform/db/page-pictures.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { hashed } from '../operations/archive-tar.ts'
import { BackupError } from '../operations/backup-error.ts'
import type { MoveContext } from './move-context.ts'
import { findUnnamedObjects, rowBatches, type Table } from './table-queries.ts'

/** Objects in transfer at a time, each of which buffers a part of 5 MB. */
const CONCURRENT = 4
const KEYS_AT_ONCE = 500
/** The S3 storage may leave such an object when it is killed. */
const PROBE = /^probe-/

/** Copies the encrypted objects as they are, and compares the SHA-256 of what the target returns. */
export async function moveFiles(ctx: MoveContext, files: Table, { isVerifying }: { isVerifying: boolean }) {
  const { source, target, report } = ctx
  let [copied, compared] = [0, 0]
  for await (const rows of rowBatches(source.db, files, ctx.batchRows)) {
    const keys = storedKeys(rows as FileTable[])
    for (let at = 0; at < keys.length; at += CONCURRENT) {
      const moved = await settled(
        keys.slice(at, at + CONCURRENT).map((key) => moveObject(source.storage, target.storage, key, isVerifying)),
      )
      copied += moved.filter((wasCopied) => wasCopied).length
      compared += moved.filter((wasCopied) => !wasCopied).length
      report.progress(`Stored files: ${copied + compared}`)
    }
  }
  report.done(`Stored files: ${copied} copied, ${compared} were there; all bytes compared, equal`)
}

export async function refuseForeignObjects({ source, target }: MoveContext) {
  let keys: string[] = []
  const check = async () => {
    const [foreign] = await findUnnamedObjects(source.db, keys)
    keys = []
    if (foreign !== undefined)
      throw new BackupError(
        'cannotCreate',
        `The bucket has the object files/${foreign}, which the source does not name. ` +
          'It belongs to another site, or one of both was in use since a move began: name an empty bucket.',
      )
  }
  for await (const { key } of target.storage.list()) {
    if (PROBE.test(key)) continue
    keys.push(key)
    if (keys.length >= KEYS_AT_ONCE) await check()
  }
  await check()
}

/** Returns whether it was copied; otherwise it was there. */
async function moveObject(source: FileStorage, target: FileStorage, key: string, isVerifying: boolean) {
  const hash = createHash('sha256')
  let actual = await hashOf(target, key)
  const isMissing = actual === undefined
  if (isMissing && isVerifying) throw new BackupError('damaged', `The bucket lacks the object files/${key}.`)
  try {
    if (isMissing) await target.write(key, hashed(source.read(key), hash))
    else for await (const _ of hashed(source.read(key), hash));
  } catch (error) {
    if (!isNoEntry(error)) throw error
    throw new BackupError('damaged', `The stored file ${key} is missing, but the database names it.`)
  }
  if (isMissing) actual = await hashOf(target, key)
  if (actual !== hash.digest('hex'))
    throw new BackupError('damaged', `The object files/${key} in the bucket differs from the stored file.`)
  return isMissing
}

async function hashOf(storage: FileStorage, key: string) {
  const hash = createHash('sha256')
  try {
    for await (const _ of hashed(storage.read(key), hash));
  } catch (error) {
    if (isNoEntry(error)) return undefined
    throw error
  }
  return hash.digest('hex')
}

/** Waits for all, so that none goes on after an error, and throws the first error. */
async function settled<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

const isNoEntry = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
