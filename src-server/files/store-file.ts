import { createHash } from 'node:crypto'
import { type AcceptedMimeType, MAX_FILE_BYTES, sniffMimeType, uploadMessages } from '#shared/upload.ts'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { endOf, startOf } from '../platform/cut-text.ts'
import { encryptFile, encryptInPlace, maxAddedBytes } from '../platform/encryption/encrypt-file.ts'
import { AppError, OutcomeUnknown } from '../platform/errors.ts'
import { isPicture } from '../platform/file-inspection/inspect-image.ts'
import { newId } from '../platform/ids.ts'
import { createBufferPool } from './buffer-pool.ts'
import { makeRendition } from './generate-rendition.ts'
import { inspectFile } from './inspect-file.ts'
import { readStart } from './read-start.ts'
import type { Rendition } from './rendition-queries.ts'

/** A stored, encrypted file without a row. `size` is in bytes; `sha256` is of the plain bytes. */
export type StoredFile = {
  id: string
  name: string
  size: number
  mimeType: AcceptedMimeType
  sha256: string
  uploadedAt: string
  /** What everyone sees of a picture that was decoded. */
  rendition?: Rendition
}

/** Files up to this size are received in memory; larger ones are streamed to storage and read back. */
const KEPT_BYTES = 256 * 1024
const buffers = createBufferPool(KEPT_BYTES + maxAddedBytes(KEPT_BYTES), 20)

/**
 * Streams a file to storage, encrypted. Its type is detected from its bytes, and the whole file is inspected.
 * @param decoding 'when doubtful': a picture that plainly has all its pixels is stored without being decoded
 * @throws AppError 'too_large' or 'unsupported_type' with the specified message, what `inspectFile` throws;
 * 'unavailable' when the rendition queue is full. No bytes stay in storage then.
 */
export async function storeFile(
  app: AppContext,
  { ownerId, name: givenName, bytes }: { ownerId: string; name: string; bytes: AsyncIterable<Uint8Array> },
  decoding: 'always' | 'when doubtful',
): Promise<StoredFile> {
  const [id, name] = [newId(), displayName(givenName)]
  const source = bytes[Symbol.asyncIterator]()
  const buffer = buffers.take()
  try {
    const { found: mimeType, length, rest } = await readStart(source, buffer, KEPT_BYTES, (head) => typeOf(head, name))
    const start = buffer.subarray(0, length)
    const file = { id, name, mimeType, ownerId }
    const { isDoubtful, ...facts } = rest
      ? await storeLong(app, file, start, rest)
      : await storeShort(app, file, start, buffer)
    // After an error it may still be in use, for example by a request to a store.
    buffers.give(buffer)
    const rendition = isDoubtful || decoding === 'always' ? await decoded(app, file) : undefined
    return { id, name, mimeType, ...facts, uploadedAt: timestamp(app.clock), rendition }
  } catch (error) {
    await source.return?.()
    throw error
  }
}

type NewFile = { id: string; name: string; mimeType: AcceptedMimeType; ownerId: string }
type Facts = Pick<StoredFile, 'size' | 'sha256'> & { isDoubtful: boolean }

/** Inspects a file in memory, encrypts it there and stores it. */
async function storeShort(app: AppContext, file: NewFile, plain: Buffer, buffer: Buffer): Promise<Facts> {
  const isDoubtful = await app.files.inspector.inTurn(file.ownerId, () => inspectFile(app, file, plain))
  const facts = { isDoubtful, size: plain.length, sha256: createHash('sha256').update(plain).digest('base64url') }
  const encrypted = encryptInPlace(app.keyring, file.id, buffer, plain.length)
  await app.storage.write(file.id, single(encrypted))
  return facts
}

/** Streams a file to storage, then inspects it. */
async function storeLong(
  app: AppContext,
  file: NewFile,
  start: Buffer,
  rest: AsyncIterable<Uint8Array>,
): Promise<Facts> {
  const facts = { size: 0, hash: createHash('sha256') }
  const counted = async function* () {
    for await (const piece of joined(start, rest)) {
      facts.size += piece.length
      if (facts.size > MAX_FILE_BYTES) throw new AppError('too_large', uploadMessages.tooLarge(file.name))
      facts.hash.update(piece)
      yield piece
    }
  }
  await app.storage.write(file.id, encryptFile(app.keyring, file.id, counted()))
  try {
    const isDoubtful = await app.files.inspector.inTurn(file.ownerId, () => inspectFile(app, file))
    return { isDoubtful, size: facts.size, sha256: facts.hash.digest('base64url') }
  } catch (error) {
    await app.storage.remove(file.id)
    throw error
  }
}

/** @throws AppError 'unsupported_type' when a picture cannot be drawn whole; what `makeRendition` throws */
async function decoded(app: AppContext, file: NewFile): Promise<Rendition | undefined> {
  if (!isPicture(file.mimeType)) return undefined
  try {
    const rendition = await makeRendition(app, file)
    if (rendition) return rendition
    throw new AppError('unsupported_type', rejectedFileMessages.unreadable(file.name))
  } catch (error) {
    await app.storage.remove(file.id)
    throw error
  }
}

/** Removes a stored file and its rendition from storage. */
export async function removeStored({ storage }: Pick<AppContext, 'storage'>, file: StoredFile): Promise<void> {
  await storage.remove(file.id)
  if (file.rendition) await storage.remove(file.rendition.id)
}

/** Removes these stored files when `use` fails, unless it cannot know whether it did. */
export async function removeUnlessUsed<Result>(
  app: Pick<AppContext, 'storage'>,
  stored: readonly StoredFile[],
  use: () => Promise<Result>,
): Promise<Result> {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) await Promise.all(stored.map((file) => removeStored(app, file)))
    throw error
  }
}

/** @throws AppError 'unsupported_type' */
function typeOf(head: Uint8Array, name: string): AcceptedMimeType {
  const mimeType = sniffMimeType(head)
  if (mimeType === 'image/heic') throw new AppError('unsupported_type', uploadMessages.heic(name))
  if (!mimeType) throw new AppError('unsupported_type', uploadMessages.unsupported(name))
  return mimeType
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function* joined(start: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start
  yield* rest
}

/** Returns the base name of a file without invisible characters, at most 120 code units long. */
function displayName(name: string): string {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  const cut = visible.length <= 120 ? visible : startOf(visible, 100) + endOf(visible, 20)
  return cut === '' || cut === '.' || cut === '..' ? 'file' : cut
}
