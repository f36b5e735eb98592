import { type CipherGCM, createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { derivedKey, type Keyring } from './keys.ts'

/**
 * Files are encrypted in chunks, so that they stream in both directions and no byte is returned before its chunk is
 * verified (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár). The nonce contains the chunk's number
 * and an end flag: truncated, swapped or appended chunks fail to decrypt.
 *
 * Layout: version 1, key id length, key id, 7 random bytes; chunks of 64 KiB ciphertext (the last may be shorter) with
 * a 16-byte tag each; the tag of an empty end chunk.
 */
const VERSION = 1
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const PREFIX_BYTES = 7
const MAX_KEY_ID_BYTES = 255

type EncryptionKind = 'file' | 'backup'

/** Encrypts a file as a stream, without copying its bytes. `fileId` is bound into every chunk. */
export async function* encryptFile(
  keyring: Keyring,
  fileId: string,
  plain: AsyncIterable<Uint8Array>,
  kind: EncryptionKind = 'file',
): AsyncGenerator<Uint8Array> {
  const { head, chunkCipher } = startEncryption(keyring, fileId, kind)
  yield head
  let number = 0
  let room = 0
  let cipher: CipherGCM | undefined
  for await (const piece of plain) {
    for (let offset = 0; offset < piece.length; ) {
      if (!cipher) {
        cipher = chunkCipher(number++, false)
        room = CHUNK_BYTES
      }
      const part = piece.subarray(offset, offset + room)
      yield cipher.update(part)
      offset += part.length
      room -= part.length
      if (room > 0) continue
      yield tagOf(cipher)
      cipher = undefined
    }
  }
  if (cipher) yield tagOf(cipher)
  yield tagOf(chunkCipher(number, true))
}

/** The most bytes that encryption adds to a file of `length` bytes. */
export function maxAddedBytes(length: number) {
  return 2 + MAX_KEY_ID_BYTES + PREFIX_BYTES + TAG_BYTES * (Math.ceil(length / CHUNK_BYTES) + 1)
}

/** Encrypts the first `length` bytes in place; `maxAddedBytes` must follow them. Returns the view that is the file. */
export function encryptInPlace(keyring: Keyring, fileId: string, buffer: Buffer, length: number) {
  if (buffer.length < length + maxAddedBytes(length)) throw new RangeError('The buffer is too small.')
  const { head, chunkCipher } = startEncryption(keyring, fileId, 'file')
  const chunks = Math.ceil(length / CHUNK_BYTES)
  // An encrypted chunk begins after its plain one, so the last one goes first.
  for (let number = chunks - 1; number >= 0; number--) {
    const start = number * CHUNK_BYTES
    const cipher = chunkCipher(number, false)
    const encrypted = cipher.update(buffer.subarray(start, Math.min(start + CHUNK_BYTES, length)))
    const at = head.length + number * (CHUNK_BYTES + TAG_BYTES)
    encrypted.copy(buffer, at)
    tagOf(cipher).copy(buffer, at + encrypted.length)
  }
  head.copy(buffer)
  const end = head.length + length + TAG_BYTES * chunks
  tagOf(chunkCipher(chunks, true)).copy(buffer, end)
  return buffer.subarray(0, end + TAG_BYTES)
}

function startEncryption(keyring: Keyring, fileId: string, kind: EncryptionKind) {
  const keyId = Buffer.from(keyring.activeId)
  const prefix = randomBytes(PREFIX_BYTES)
  const key = fileKey(keyring, keyring.activeId, fileId, kind)
  return {
    head: Buffer.concat([Buffer.from([VERSION, keyId.length]), keyId, prefix]),
    chunkCipher: (number: number, isEnd: boolean) =>
      createCipheriv('aes-256-gcm', key, nonce(prefix, number, isEnd), { authTagLength: TAG_BYTES }),
  }
}

/** Decrypts a file as a stream. @throws at the first modified chunk, before any of its bytes is returned */
export async function* decryptFile(
  keyring: Keyring,
  fileId: string,
  encrypted: AsyncIterable<Uint8Array>,
  kind: EncryptionKind = 'file',
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(encrypted)
  try {
    const [version, keyIdLength = 0] = await reader.exactly(2)
    if (version !== VERSION) throw new Error('Not an encrypted file.')
    const keyId = (await reader.exactly(keyIdLength)).toString()
    const prefix = await reader.exactly(PREFIX_BYTES)
    const key = fileKey(keyring, keyId, fileId, kind)
    // The last TAG_BYTES of the source are the end chunk, so chunks are read only up to them.
    const nextChunk = () => reader.atMost(CHUNK_BYTES + TAG_BYTES, TAG_BYTES)
    let number = 0
    for (let chunk = await nextChunk(), isLast = false; !isLast; ) {
      const following = await nextChunk()
      isLast = following.length === 0
      const plain = chunk.length === 0 ? chunk : openChunk(key, nonce(prefix, number++, false), chunk)
      if (isLast) openChunk(key, nonce(prefix, number, true), await reader.exactly(TAG_BYTES))
      yield plain
      chunk = following
    }
  } finally {
    await reader.close()
  }
}

/** Number of leading bytes that contain the key id of an encrypted file. */
export const ENCRYPTED_HEAD_BYTES = 2 + 32

/** Undefined when the file is not encrypted. */
export function keyIdOfFile(head: Uint8Array) {
  const [version, length = 0] = head
  const id = Buffer.from(head.subarray(2, 2 + length)).toString()
  return version === VERSION && id.length === length && /^[a-z0-9-]+$/.test(id) ? id : undefined
}

function openChunk(key: KeyObject, iv: Buffer, chunk: Buffer) {
  if (chunk.length < TAG_BYTES) throw new Error('An encrypted file is truncated.')
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
  const plain = decipher.update(chunk.subarray(0, -TAG_BYTES))
  decipher.final()
  return plain
}

function tagOf(cipher: CipherGCM) {
  // GCM buffers nothing: final() returns no bytes and only completes the tag.
  cipher.final()
  return cipher.getAuthTag()
}

function fileKey(keyring: Keyring, keyId: string, fileId: string, kind: EncryptionKind) {
  return derivedKey(keyring.key(keyId, kind), Buffer.from(fileId), kind)
}

function nonce(prefix: Buffer, number: number, isEnd: boolean) {
  const bytes = Buffer.alloc(12)
  prefix.copy(bytes)
  bytes.writeUInt32BE(number, PREFIX_BYTES)
  bytes[11] = isEnd ? 1 : 0
  return bytes
}

class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #pending: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async exactly(count: number) {
    const bytes = await this.atMost(count, 0)
    if (bytes.length < count) throw new Error('An encrypted file is truncated.')
    return bytes
  }

  /** Returns up to `count` bytes, but none of the last `tail` bytes of the source. */
  async atMost(count: number, tail: number) {
    const pieces: Buffer[] = [this.#pending]
    let length = this.#pending.length
    while (length < count + tail) {
      const { done, value } = await this.#source.next()
      if (done) break
      pieces.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
      length += value.length
    }
    const bytes = pieces.length === 1 ? this.#pending : Buffer.concat(pieces, length)
    const end = Math.max(0, Math.min(count, length - tail))
    this.#pending = bytes.subarray(end)
    return bytes.subarray(0, end)
  }
  async close() {
    await this.#source.return?.()
  }
}
