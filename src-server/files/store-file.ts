import { createHash } from 'node:crypto'
import { type AcceptedMimeType, MAX_FILE_BYTES, SNIFF_BYTES, sniffMimeType, uploadMessages } from '#shared/upload.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { encryptFile } from '../encryption/encrypt-file.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { inspectFile } from './inspect-file.ts'

/** A stored, encrypted file without a row. `size` is in bytes; `sha256` is of the plain bytes. */
export type StoredFile = {
  id: string
  name: string
  size: number
  mimeType: AcceptedMimeType
  sha256: string
  uploadedAt: string
}

/** Files up to this size are inspected from memory; larger ones are read back from storage. */
const KEPT_BYTES = 256 * 1024

/**
 * Streams a file to storage, encrypted. Its type is detected from its bytes, and the whole file is inspected.
 * @throws AppError 'too_large' or 'unsupported_type' with the specified message, or what `inspectFile` throws. The
 * stored bytes are then removed.
 */
export async function storeFile(
  ctx: AppContext,
  file: { ownerId: string; name: string; bytes: AsyncIterable<Uint8Array> },
): Promise<StoredFile> {
  const id = newId()
  const name = displayName(file.name)
  const facts = newFacts()
  const checked = sniffed(file.bytes, (head) => {
    const mimeType = sniffMimeType(head)
    if (mimeType === 'image/heic') throw new AppError('unsupported_type', uploadMessages.heic(name))
    if (!mimeType) throw new AppError('unsupported_type', uploadMessages.unsupported(name))
    facts.mimeType = mimeType
  })
  await ctx.storage.write(id, encryptFile(ctx.keyring, id, counted(checked, name, facts)))
  const { mimeType, size, kept } = facts
  try {
    if (!mimeType) throw new AppError('unsupported_type', uploadMessages.unsupported(name))
    const whole = size <= KEPT_BYTES ? Buffer.concat(kept) : undefined
    await ctx.inspector.inTurn(file.ownerId, () => inspectFile(ctx, { id, name, mimeType }, whole))
  } catch (error) {
    await ctx.storage.remove(id)
    throw error
  }
  return { id, name, size, mimeType, sha256: facts.hash.digest('base64url'), uploadedAt: timestamp(ctx.clock) }
}

function newFacts() {
  return {
    size: 0,
    hash: createHash('sha256'),
    mimeType: undefined as AcceptedMimeType | undefined,
    /** All chunks, as long as the file is small. */
    kept: [] as Uint8Array[],
  }
}

/** Calls `check` with the first bytes before it yields any, however small the chunks are. */
async function* sniffed(bytes: AsyncIterable<Uint8Array>, check: (head: Uint8Array) => void) {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of bytes) {
    if (!head) {
      yield piece
      continue
    }
    head =
      head.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength) : Buffer.concat([head, piece])
    if (head.length < SNIFF_BYTES) continue
    check(head)
    yield head
    head = undefined
  }
  if (head) {
    check(head)
    yield head
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, name: string, facts: ReturnType<typeof newFacts>) {
  for await (const piece of bytes) {
    facts.size += piece.length
    if (facts.size > MAX_FILE_BYTES) throw new AppError('too_large', uploadMessages.tooLarge(name))
    if (facts.size <= KEPT_BYTES) facts.kept.push(piece)
    else facts.kept = []
    facts.hash.update(piece)
    yield piece
  }
}

/** Returns the base name of a file without invisible characters, at most 120 characters long. */
function displayName(name: string): string {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  if (visible === '' || visible === '.' || visible === '..') return 'file'
  return visible.length <= 120 ? visible : visible.slice(0, 100) + visible.slice(-20)
}
