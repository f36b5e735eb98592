import { createHmac, type Hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { DataDirInUse } from '../../platform/db/data-dir-lock.ts'
import { UnknownSchema } from '../../platform/db/migrate.ts'
import { decryptFile, encryptFile } from '../../platform/encryption/encrypt-file.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { newId } from '../../platform/ids.ts'

/**
 * A backup is one file: a header with the data key's id, then a tar, encrypted like stored files (see
 * `encryption/encrypt-file.ts`) with a key of the purpose 'backup', bound to the header's random bytes.
 *
 * Header: MAGIC, key id length, key id, 16 random bytes, 16 bytes of an HMAC over these, which distinguishes a wrong
 * key from a damaged file.
 */
const MAGIC = Buffer.from('gift-card-exchange backup 2\n')
const ID_BYTES = 16
const CHECK_BYTES = 16
const MAX_KEY_ID_BYTES = 32
const READ_BYTES = 256 * 1024

export type ArchiveEntry = { name: string; size: number; bytes: AsyncIterable<Uint8Array> }

/** Encrypts the entries with the active key. Streams, so that memory use is bounded. */
export async function* encryptArchive(
  keyring: Keyring,
  entries: AsyncIterable<ArchiveEntry>,
): AsyncGenerator<Uint8Array> {
  const keyId = Buffer.from(keyring.activeId)
  const id = randomBytes(ID_BYTES)
  const head = Buffer.concat([MAGIC, Buffer.from([keyId.length]), keyId, id])
  yield Buffer.concat([head, checkOf(keyring, keyring.activeId, head)])
  yield* encryptFile(keyring, id.toString('hex'), packTar(entries), 'backup')
}

/**
 * Yields the entries of an archive in order; read each before requesting the next. Throws at the first modified chunk,
 * before any of its bytes is returned.
 */
export async function* openArchive(keyring: Keyring, file: string): AsyncGenerator<ArchiveEntry> {
  const { id, length } = await readHead(keyring, file)
  const encrypted = createReadStream(file, { start: length, highWaterMark: READ_BYTES })
  const entries = unpackTar(decryptFile(keyring, id, encrypted, 'backup'))
  for await (const entry of orDamaged(file, entries)) yield { ...entry, bytes: orDamaged(file, entry.bytes) }
}

async function* orDamaged<Item>(file: string, source: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* source
  } catch (error) {
    throw damaged(file, error)
  }
}

function damaged(file: string, error: unknown) {
  // An I/O error does not mean that the backup is damaged.
  if (error instanceof BackupError || (error as NodeJS.ErrnoException).syscall !== undefined) return error
  return new BackupError(
    'damaged',
    `The backup ${file} is damaged: bytes of it were changed, moved or cut off. Nothing was put in place.`,
  )
}

async function readHead(keyring: Keyring, file: string) {
  const bytes = await firstBytes(file, MAGIC.length + 1 + MAX_KEY_ID_BYTES + ID_BYTES + CHECK_BYTES)
  const idAt = MAGIC.length + 1 + (bytes[MAGIC.length] ?? 0)
  const length = idAt + ID_BYTES + CHECK_BYTES
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC) || bytes.length < length)
    throw new BackupError('damaged', `${file} is not a backup that this version can read, or its head is damaged.`)
  const keyId = bytes.subarray(MAGIC.length + 1, idAt).toString()
  if (!keyring.ids.includes(keyId))
    throw new BackupError(
      'config',
      `The backup was encrypted with the data key '${keyId}', which is not among those given (${keyring.ids.join(', ')}).`,
    )
  const head = bytes.subarray(0, idAt + ID_BYTES)
  if (!timingSafeEqual(checkOf(keyring, keyId, head), bytes.subarray(idAt + ID_BYTES, length)))
    throw new BackupError(
      'config',
      `The data key '${keyId}' that was given is not the one the backup was encrypted with, or the backup's head is damaged.`,
    )
  return { id: bytes.subarray(idAt, idAt + ID_BYTES).toString('hex'), length }
}

function checkOf(keyring: Keyring, keyId: string, head: Buffer) {
  return createHmac('sha256', keyring.key(keyId, 'backup')).update(head).digest().subarray(0, CHECK_BYTES)
}

async function firstBytes(file: string, count: number) {
  await using handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupError('noInput', `There is no backup ${file}.`) : error
  })
  if ((await handle.stat()).isDirectory()) return Buffer.alloc(0)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0)
  return buffer.subarray(0, bytesRead)
}

/** Packs entries as a tar. Streams, so that memory use is bounded. */
export async function* packTar(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const tar = pack()
  const packAll = async () => {
    for await (const { name, size, bytes } of entries) await pipeline(bytes, tar.entry({ name, size, mode: 0o600 }))
    tar.finalize()
  }
  // The error reaches the reader of `tar`.
  const packing = packAll().catch((error: Error) => tar.destroy(error))
  yield* tar as AsyncIterable<Uint8Array>
  await packing
}

/** Yields the files of a tar in order. Read each before requesting the next. */
export async function* unpackTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  // The error reaches the reader of `tar`, also within an entry.
  const reading = pipeline(bytes, tar)
  reading.catch((error: Error) => tar.destroy(error))
  for await (const entry of tar) {
    const { name, size, type } = entry.header
    if (type !== 'file') throw new Error(`${name} is not a file.`)
    yield { name, size, bytes: entry as AsyncIterable<Uint8Array> }
  }
  await reading
}

/** Yields these bytes, and adds them to the hash. */
export async function* hashed(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, hash: Hash) {
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
}

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

/** Entry names: the database, the folder of encrypted objects by storage key, and the manifest, which is last. */
export const DATABASE = 'exchange.sqlite'
export const FILES = 'files'
export const MANIFEST = 'manifest.json'

export const manifestSchema = z.object({
  madeAt: z.iso.datetime(),
  /** Names of the applied migrations: the schema version. */
  migrations: z.array(z.string()),
  rows: z.record(z.string(), z.number()),
  audit: z.object({ entries: z.number(), head: z.string() }),
  files: z.array(
    z.object({
      name: z.string().regex(/^(exchange\.sqlite|files\/[\w-]+)$/),
      size: z.number().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>

const PREFIX = '.backup-'
/** Longer than any backup: the process of an older folder has ended, even if its pid was reused. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000

/** Creates an owner-only folder in DATA_DIR, removed on disposal. After a crash `removeStaleStagings` removes it. */
export async function openStaging(dataDir: string): Promise<AsyncDisposable & { folder: string }> {
  const folder = path.join(dataDir, `${PREFIX}${process.pid}-${newId().slice(0, 6)}`)
  await mkdir(folder, { mode: 0o700 })
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Removes the folders of killed backups, which contain a copy of the database. Returns their number. */
export async function removeStaleStagings(dataDir: string) {
  let removed = 0
  for (const name of await readdir(dataDir).catch(() => [])) {
    const [, pid] = new RegExp(`^\\${PREFIX}(\\d+)-`).exec(name) ?? []
    if (pid === undefined) continue
    const folder = path.join(dataDir, name)
    const made = await stat(folder).catch(() => undefined)
    if (!made || (isRunning(Number(pid), made.mtimeMs) && Date.now() - made.mtimeMs < STALE_AFTER_MS)) continue
    await rm(folder, { recursive: true, force: true })
    removed++
  }
  return removed
}

function isRunning(pid: number, since: number) {
  // In a container the restarted process has the same pid.
  if (pid === process.pid) return since > Date.now() - process.uptime() * 1000
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
