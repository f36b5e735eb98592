import { createHash } from 'node:crypto'
import { MAX_FILE_BYTES, SNIFF_BYTES, sniffMimeType, uploadMessages } from '#shared/upload.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { endOf, startOf } from '../platform/cut-text.ts'
import type { FileTable } from '../platform/db/file-tables.ts'
import { storedKeys } from '../platform/db/page-pictures.ts'
import { encryptFile, encryptInPlace, maxAddedBytes } from '../platform/encryption/encrypt-file.ts'
import { AppError, OutcomeUnknown } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { type DrawnFile, drawUpload, readStored, storePictures } from './draw-upload.ts'
import type { PictureColumns } from './rendition-queries.ts'

/** The row of a stored, encrypted file before it has an owner and a place. `sha256` is of the plain bytes. */
export type StoredFile = Pick<FileTable, 'id' | 'file_name' | 'file_size' | 'mime_type' | 'sha256' | 'uploaded_at'> &
  Partial<PictureColumns>

/** Files up to this size are received in memory; larger ones are streamed to storage and read back. */
const KEPT_BYTES = 256 * 1024
const buffers = createBufferPool(KEPT_BYTES + maxAddedBytes(KEPT_BYTES), 20)

/** Stores a file, encrypted, with its pictures; its bytes decide its type. Nothing stays in storage when it throws. */
export async function storeFile(
  app: AppContext,
  { ownerId, name: givenName, bytes }: { ownerId: string; name: string; bytes: AsyncIterable<Uint8Array> },
): Promise<StoredFile> {
  const [id, name] = [newId(), displayName(givenName)]
  const source = bytes[Symbol.asyncIterator]()
  const buffer = buffers.take()
  try {
    const { found: mimeType, length, rest } = await readStart(source, buffer, KEPT_BYTES, (head) => typeOf(head, name))
    const start = buffer.subarray(0, length)
    const file = { id, name, mimeType, ownerId }
    const facts = rest ? await storeLong(app, file, start, rest) : await storeShort(app, file, start, buffer)
    // After an error it may still be in use, for example by a request to a store.
    buffers.give(buffer)
    return { id, file_name: name, mime_type: mimeType, uploaded_at: timestamp(app.clock), ...facts }
  } catch (error) {
    await source.return?.()
    throw error
  }
}

type Facts = Pick<StoredFile, 'file_size' | 'sha256'> & PictureColumns

async function storeShort(app: AppContext, file: DrawnFile, plain: Buffer, buffer: Buffer): Promise<Facts> {
  const pictures = await drawUpload(app, file, async () => plain)
  const facts = { file_size: plain.length, sha256: createHash('sha256').update(plain).digest('base64url') }
  const encrypted = encryptInPlace(app.keyring, file.id, buffer, plain.length)
  await app.storage.write(file.id, single(encrypted))
  return removedOnError(app, file, async () => ({ ...facts, ...(await storePictures(app, file, pictures)) }))
}

async function storeLong(
  app: AppContext,
  file: DrawnFile,
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
  return removedOnError(app, file, async () => {
    const pictures = await drawUpload(app, file, () => readStored(app, file.id))
    const stored = await storePictures(app, file, pictures)
    return { file_size: facts.size, sha256: facts.hash.digest('base64url'), ...stored }
  })
}

async function removedOnError<Result>({ storage }: AppContext, { id }: DrawnFile, work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    await storage.remove(id)
    throw error
  }
}

export async function removeStored({ storage }: Pick<AppContext, 'storage'>, file: StoredFile) {
  for (const key of storedKeys([{ rendition_id: null, page_pictures: null, ...file }])) await storage.remove(key)
}

/** Removes these stored files when `use` fails, unless it cannot know whether it did. */
export async function removeUnlessUsed<Result>(
  app: Pick<AppContext, 'storage'>,
  stored: readonly StoredFile[],
  use: () => Promise<Result>,
) {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) await Promise.all(stored.map((file) => removeStored(app, file)))
    throw error
  }
}

function typeOf(head: Uint8Array, name: string) {
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

function displayName(name: string) {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  const cut = visible.length <= 120 ? visible : startOf(visible, 100) + endOf(visible, 20)
  return cut === '' || cut === '.' || cut === '..' ? 'file' : cut
}

/** V8 collects garbage more often when every file allocates a buffer of its own. */
export function createBufferPool(bytes: number, maxKept: number) {
  const unused: Buffer[] = []
  return {
    /** The bytes of a former user may be in it. */
    take: () => unused.pop() ?? Buffer.allocUnsafeSlow(bytes),
    /** Nothing may read or write the buffer any more. A buffer that is not given back is garbage. */
    give: (buffer: Buffer) => {
      if (unused.length < maxKept) unused.push(buffer)
    },
  }
}

/** The first `length` bytes, and what `check` found in them. `rest` yields what follows; undefined if nothing. */
type FileStart<Found> = { found: Found; length: number; rest: AsyncIterable<Uint8Array> | undefined }

/** Reads into the first `max` bytes of `buffer`; calls `check` once, with `SNIFF_BYTES` or all of a shorter file. */
export async function readStart<Found>(
  source: AsyncIterator<Uint8Array>,
  buffer: Buffer,
  max: number,
  check: (head: Buffer) => Found,
): Promise<FileStart<Found>> {
  let length = 0
  let checked: { found: Found } | undefined
  for (;;) {
    const { done, value } = await source.next()
    const part = done ? undefined : value.subarray(0, max - length)
    if (part) buffer.set(part, length)
    length += part?.length ?? 0
    if (done || length >= SNIFF_BYTES) checked ??= { found: check(buffer.subarray(0, length)) }
    if (!checked) continue
    const rest =
      !done && part && part.length < value.length ? following(value.subarray(part.length), source) : undefined
    if (done || rest) return { found: checked.found, length, rest }
  }
}

async function* following(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (;;) {
    const { done, value } = await source.next()
    if (done) return
    yield value
  }
}
