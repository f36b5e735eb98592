import { createHash } from 'node:crypto'
import { verifyLog } from '../../audit/verify-log.ts'
import { isStoredKey } from '../../files/file-queries.ts'
import { assertByteOrder } from '../../platform/db/check-postgres.ts'
import { ConnectionLost } from '../../platform/db/dialect/postgres-errors.ts'
import type { FileTable } from '../../platform/db/file-tables.ts'
import { assertKnownSchema, findMissingMigration, listApplied, migrate } from '../../platform/db/migrate.ts'
import { storedKeys } from '../../platform/db/page-pictures.ts'
import { copiedTables } from '../../platform/db/table-rules.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { type KeySource, listDataKeys, verifyKeyring } from '../../platform/encryption/open-keyring.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { BackupError } from '../operations/backup-archive.ts'
import { type MoveContext, moveTable, refuseForeignRows, verifyDerived } from './move-rows.ts'
import { analyze, describeTable, listTableNames, rowBatches, type Table } from './table-queries.ts'

/**
 * Copies a site from SQLite and disk to PostgreSQL and a bucket, and compares every row and byte. The next move
 * continues an interrupted one and overwrites nothing. No node starts on the target before everything is equal.
 */
export async function moveSite(
  ctx: MoveContext,
  keySource: KeySource,
  { isVerifying = false }: { isVerifying?: boolean } = {},
) {
  const { source, target, report } = ctx
  await assertCurrent(ctx)
  const { keyring } = await asConfigError(verifyKeyring(source.db, keySource))
  await asConfigError(assertByteOrder(target.db))
  const describe = (name: Table['name']) => describeTable(source.db, name)
  const keys = await describe('data_keys')
  const contents = await Promise.all(copiedTables.filter((name) => name !== keys.name).map(describe))

  await refuseOtherDatabase(ctx, isVerifying)
  if (!isVerifying) await migrate(target.db)
  for (const table of [...contents, keys]) await refuseForeignRows(ctx, table)
  await refuseForeignObjects(ctx)
  report.done('The target has nothing that the source does not have')

  if (!isVerifying) {
    for (const table of contents) await moveTable(ctx, table, { isCopying: true })
    await analyze(target.db)
  }
  await moveFiles(ctx, await describe('files'), { isVerifying })
  for (const table of contents) await moveTable(ctx, table, { isCopying: false })
  await verifyDerived(ctx)
  await compareLogs(ctx, keyring)
  if (!isVerifying) await moveTable(ctx, keys, { isCopying: true })
  await moveTable(ctx, keys, { isCopying: false })
}

async function assertCurrent({ source }: MoveContext) {
  await assertKnownSchema(source.db)
  if (findMissingMigration(await listApplied(source.db).catch(() => [])) !== undefined)
    throw new BackupError(
      'config',
      'The database is of an older version. Start this version once, stop it, and repeat.',
    )
}

async function refuseOtherDatabase(ctx: MoveContext, isVerifying: boolean) {
  const names = await listTableNames(ctx.target.db)
  if (names.includes('data_keys')) return refuseOtherKeys(ctx)
  if (names.length > 0)
    throw new BackupError(
      'cannotCreate',
      `The target has tables of another application (${names.slice(0, 3).join(', ')}). Name an empty database.`,
    )
  if (isVerifying) throw new BackupError('noInput', 'The target is empty: there is nothing to verify.')
}

async function asConfigError<Result>(check: Promise<Result>) {
  try {
    return await check
  } catch (error) {
    throw error instanceof ConnectionLost ? error : new BackupError('config', (error as Error).message)
  }
}

async function refuseOtherKeys({ source, target }: MoveContext) {
  const own = new Map((await listDataKeys(source.db)).map((key) => [key.key_id, key.sentinel_encrypted]))
  for (const { key_id, sentinel_encrypted } of await listDataKeys(target.db))
    if (own.get(key_id) !== sentinel_encrypted)
      throw new BackupError(
        'cannotCreate',
        `The target has a record of the data key '${key_id}' that is not the source's. ` +
          'It belongs to another site, or a node was started on it: name an empty database.',
      )
}

async function compareLogs({ source, target, report }: MoveContext, keyring: Keyring) {
  const [own, other] = [await verifyLog(source.db, keyring), await verifyLog(target.db, keyring)]
  if (own.count !== other.count || own.head !== other.head || own.problem !== other.problem)
    throw new BackupError('damaged', `The audit log of the target is not that of the source: ${other.problem ?? ''}`)
  report.done(`Audit log: ${own.count} entries, head ${own.head || 'none'}${own.problem ? `. ${own.problem}` : ''}`)
}

/** Objects in transfer at a time, each of which buffers a part of 5 MB. */
const CONCURRENT = 4
/** The S3 storage may leave such an object when it is killed. */
const PROBE = /^probe-/

/** Copies the encrypted objects as they are, and compares the SHA-256 of what the target returns. */
async function moveFiles(ctx: MoveContext, files: Table, { isVerifying }: { isVerifying: boolean }) {
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

async function refuseForeignObjects({ source, target }: MoveContext) {
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
