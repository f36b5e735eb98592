import { createHmac, type Hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { decryptFile, encryptFile } from '../../platform/encryption/encrypt-file.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { BackupError } from './backup-error.ts'

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

function damaged(file: string, error: unknown): unknown {
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

async function firstBytes(file: string, count: number): Promise<Buffer> {
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
