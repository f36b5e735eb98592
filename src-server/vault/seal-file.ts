import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Keyring } from './keys.ts'

/**
 * Files are sealed in chunks, so that they stream both ways and no byte is handed out before its chunk is verified
 * (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár). A chunk's nonce carries its number and
 * whether it is the last: cut, swapped or appended chunks do not open.
 *
 * Layout: version 1, key id length, key id, 7 random bytes, then chunks of 64 KiB ciphertext and a 16-byte tag each.
 */
const VERSION = 1
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const PREFIX_BYTES = 7

/** The sealed form of a file's bytes. `fileId` is bound into every chunk. */
export async function* sealFile(
  keyring: Keyring,
  fileId: string,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const keyId = Buffer.from(keyring.activeId)
  const prefix = randomBytes(PREFIX_BYTES)
  const key = fileKey(keyring, keyring.activeId, fileId)
  yield Buffer.concat([Buffer.from([VERSION, keyId.length]), keyId, prefix])
  let number = 0
  for await (const { chunk, last } of inChunks(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(prefix, number++, last), { authTagLength: TAG_BYTES })
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/** The bytes of a sealed file. @throws at the first chunk that was altered, before any of its bytes is handed out. */
export async function* unsealFile(
  keyring: Keyring,
  fileId: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(sealed)
  const [version, keyIdLength = 0] = await reader.exactly(2)
  if (version !== VERSION) throw new Error('Not a sealed file.')
  const keyId = (await reader.exactly(keyIdLength)).toString()
  const prefix = await reader.exactly(PREFIX_BYTES)
  const key = fileKey(keyring, keyId, fileId)
  let number = 0
  for await (const { chunk, last } of inChunks(reader.rest(), CHUNK_BYTES + TAG_BYTES)) {
    if (chunk.length < TAG_BYTES) throw new Error('A sealed file is cut short.')
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(prefix, number++, last), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
    const plain = decipher.update(chunk.subarray(0, -TAG_BYTES))
    decipher.final()
    yield plain
  }
}

function fileKey(keyring: Keyring, keyId: string, fileId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', keyring.key(keyId, 'file'), Buffer.from(fileId), 'file', 32))
}

function nonce(prefix: Buffer, number: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  prefix.copy(bytes)
  bytes.writeUInt32BE(number, PREFIX_BYTES)
  bytes[11] = last ? 1 : 0
  return bytes
}

/** The same bytes in pieces of `size`; the one piece marked last may be shorter, or empty for an empty source. */
async function* inChunks(source: AsyncIterable<Uint8Array>, size: number) {
  let held: Uint8Array[] = []
  let length = 0
  for await (const piece of source) {
    held.push(piece)
    length += piece.length
    if (length <= size) continue
    const bytes = Buffer.concat(held)
    let offset = 0
    // More than `size` is held, so whatever is cut off here is not the last.
    for (; bytes.length - offset > size; offset += size)
      yield { chunk: bytes.subarray(offset, offset + size), last: false }
    held = [bytes.subarray(offset)]
    length = bytes.length - offset
  }
  yield { chunk: Buffer.concat(held), last: true }
}

class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #held = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async exactly(count: number): Promise<Buffer> {
    while (this.#held.length < count) {
      const { done, value } = await this.#source.next()
      if (done) throw new Error('A sealed file is cut short.')
      this.#held = Buffer.concat([this.#held, value])
    }
    const bytes = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return bytes
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    try {
      if (this.#held.length > 0) yield this.#held
      for (let next = await this.#source.next(); !next.done; next = await this.#source.next()) yield next.value
    } finally {
      await this.#source.return?.()
    }
  }
}
