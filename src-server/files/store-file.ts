import { createHash } from 'node:crypto'
import { type AcceptedMimeType, MAX_FILE_BYTES, sniffMimeType, uploadMessages } from '#shared/upload.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { encryptFile, encryptInPlace, maxAddedBytes } from '../encryption/encrypt-file.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { createBufferPool } from './buffer-pool.ts'
import { inspectFile } from './inspect-file.ts'
import { readStart } from './read-start.ts'

/** A stored, encrypted file without a row. `size` is in bytes; `sha256` is of the plain bytes. */
export type StoredFile = {
  id: string
  name: string
  size: number
  mimeType: AcceptedMimeType
  sha256: string
  uploadedAt: string
}

/** Files up to this size are received in memory; larger ones are streamed to storage and read back. */
const KEPT_BYTES = 256 * 1024
const buffers = createBufferPool(KEPT_BYTES + maxAddedBytes(KEPT_BYTES), 20)

/**
 * Streams a file to storage, encrypted. Its type is detected from its bytes, and the whole file is inspected.
 * @throws AppError 'too_large' or 'unsupported_type' with the specified message, or what `inspectFile` throws. No bytes
 * stay in storage then.
 */
export async function storeFile(
  ctx: AppContext,
  { ownerId, name: givenName, bytes }: { ownerId: string; name: string; bytes: AsyncIterable<Uint8Array> },
): Promise<StoredFile> {
  const [id, name] = [newId(), displayName(givenName)]
  const source = bytes[Symbol.asyncIterator]()
  const buffer = buffers.take()
  try {
    const { found: mimeType, length, rest } = await readStart(source, buffer, KEPT_BYTES, (head) => typeOf(head, name))
    const start = buffer.subarray(0, length)
    const file = { id, name, mimeType, ownerId }
    const facts = rest ? await storeLong(ctx, file, start, rest) : await storeShort(ctx, file, start, buffer)
    // After an error it may still be in use, for example by a request to a store.
    buffers.give(buffer)
    return { id, name, mimeType, ...facts, uploadedAt: timestamp(ctx.clock) }
  } catch (error) {
    await source.return?.()
    throw error
  }
}

type NewFile = { id: string; name: string; mimeType: AcceptedMimeType; ownerId: string }
type Facts = Pick<StoredFile, 'size' | 'sha256'>

/** Inspects a file in memory, encrypts it there and stores it. */
async function storeShort(ctx: AppContext, file: NewFile, plain: Buffer, buffer: Buffer): Promise<Facts> {
  await ctx.inspector.inTurn(file.ownerId, () => inspectFile(ctx, file, plain))
  const facts = { size: plain.length, sha256: createHash('sha256').update(plain).digest('base64url') }
  const encrypted = encryptInPlace(ctx.keyring, file.id, buffer, plain.length)
  await ctx.storage.write(file.id, single(encrypted))
  return facts
}

/** Streams a file to storage, then inspects it. */
async function storeLong(
  ctx: AppContext,
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
  await ctx.storage.write(file.id, encryptFile(ctx.keyring, file.id, counted()))
  try {
    await ctx.inspector.inTurn(file.ownerId, () => inspectFile(ctx, file))
  } catch (error) {
    await ctx.storage.remove(file.id)
    throw error
  }
  return { size: facts.size, sha256: facts.hash.digest('base64url') }
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

/** Returns the base name of a file without invisible characters, at most 120 characters long. */
function displayName(name: string): string {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  if (visible === '' || visible === '.' || visible === '..') return 'file'
  return visible.length <= 120 ? visible : visible.slice(0, 100) + visible.slice(-20)
}
