import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { inPieces } from '../../testing/test-support/factories.ts'
import { decryptFile, encryptFile, encryptInPlace, maxAddedBytes } from './encrypt-file.ts'
import { parseKeyring } from './keys.ts'

const CHUNK = 65_536
const SEALED_CHUNK = CHUNK + 16
const HEAD = 2 + 'k1'.length + 7
const keyring = parseKeyring(`k1:${randomBytes(32).toString('base64')}`)

async function all(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function encrypted(size: number, pieceSize = 10_000) {
  const plain = randomBytes(size)
  return { plain, bytes: await all(encryptFile(keyring, 'file-1', inPieces(plain, pieceSize))) }
}

/** Decrypts as far as possible: the returned bytes, and whether it threw. */
async function opened(bytes: Uint8Array, fileId = 'file-1', keys = keyring) {
  const out: Uint8Array[] = []
  let error: unknown
  try {
    for await (const piece of decryptFile(keys, fileId, inPieces(bytes, 7_001))) out.push(piece)
  } catch (thrown) {
    error = thrown
  }
  return { plain: Buffer.concat(out), threw: error instanceof Error }
}

const chunk = (bytes: Buffer, number: number) =>
  bytes.subarray(HEAD + number * SEALED_CHUNK, HEAD + (number + 1) * SEALED_CHUNK)

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])('decrypts a file of %d bytes', async (size) => {
  const { plain, bytes } = await encrypted(size)
  expect(bytes.length).toBe(HEAD + size + 16 * Math.ceil(size / CHUNK) + 16)
  const back = await opened(bytes)
  expect(back.threw).toBe(false)
  expect(back.plain.equals(plain)).toBe(true)
})

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])(
  'decrypts %d bytes that were encrypted in place',
  async (size) => {
    const plain = randomBytes(size)
    const buffer = Buffer.concat([plain, Buffer.alloc(maxAddedBytes(size) + 100, 'earlier')])
    const bytes = encryptInPlace(keyring, 'file-1', buffer, size)
    expect(bytes.length).toBe(HEAD + size + 16 * Math.ceil(size / CHUNK) + 16)
    const back = await opened(bytes)
    expect(back.threw).toBe(false)
    expect(back.plain.equals(plain)).toBe(true)
    expect((await opened(bytes, 'file-2')).threw).toBe(true)
  },
)

test('rejects a buffer without space for what encryption adds', () => {
  const buffer = Buffer.alloc(200_000)
  expect(() => encryptInPlace(keyring, 'file-1', buffer, buffer.length)).toThrow(RangeError)
})

test('decrypts 10 MB that arrive in pieces of any size', async () => {
  const { plain, bytes } = await encrypted(10 * 1024 * 1024, 1_000_003)
  expect((await all(decryptFile(keyring, 'file-1', inPieces(bytes, 999_983)))).equals(plain)).toBe(true)
})

test('accepts pieces of one byte', async () => {
  const { plain, bytes } = await encrypted(300, 1)
  expect((await all(decryptFile(keyring, 'file-1', inPieces(bytes, 1)))).equals(plain)).toBe(true)
})

test('the encrypted bytes contain no part of the file', async () => {
  const plain = Buffer.from('card number 4111111111111111 '.repeat(10))
  const bytes = await all(encryptFile(keyring, 'file-1', inPieces(plain)))
  expect(bytes.includes('4111111111111111')).toBe(false)
})

test.each([
  ['at the first chunk boundary', HEAD + SEALED_CHUNK, 0],
  ['at the second chunk boundary', HEAD + 2 * SEALED_CHUNK, CHUNK],
  ['by one byte', -1, 2 * CHUNK],
  ['in the middle of a chunk', HEAD + SEALED_CHUNK + 100, CHUNK],
  ['after the header', HEAD, 0],
  ['inside the header', 5, 0],
  ['to nothing', 0, 0],
])('a file truncated %s throws before a byte of the truncated chunk is returned', async (_, end, returned) => {
  const { plain, bytes } = await encrypted(2 * CHUNK + 5_000)
  const back = await opened(bytes.subarray(0, end))
  expect(back.threw).toBe(true)
  expect(back.plain.equals(plain.subarray(0, returned))).toBe(true)
})

test('rejects swapped chunks', async () => {
  const { bytes } = await encrypted(3 * CHUNK)
  const swapped = Buffer.concat([bytes.subarray(0, HEAD), chunk(bytes, 1), chunk(bytes, 0), chunk(bytes, 2)])
  expect(await opened(swapped)).toEqual({ plain: Buffer.alloc(0), threw: true })
})

test('rejects a repeated chunk', async () => {
  const { plain, bytes } = await encrypted(2 * CHUNK)
  const repeated = Buffer.concat([bytes.subarray(0, HEAD), chunk(bytes, 0), chunk(bytes, 0), chunk(bytes, 1)])
  const back = await opened(repeated)
  expect(back.threw).toBe(true)
  expect(back.plain.equals(plain.subarray(0, CHUNK))).toBe(true)
})

test.each([1, 16, SEALED_CHUNK])('rejects %d appended bytes', async (count) => {
  const { plain, bytes } = await encrypted(CHUNK + 10)
  const back = await opened(Buffer.concat([bytes, Buffer.alloc(count)]))
  expect(back.threw).toBe(true)
  expect(back.plain.equals(plain.subarray(0, CHUNK))).toBe(true)
})

test.each([
  ['version', 0, 0],
  ['key id', 2, 0],
  ['random part', HEAD - 1, 0],
  ['first chunk', HEAD + 10, 0],
  ['first tag', HEAD + SEALED_CHUNK - 1, 0],
  ['second chunk', HEAD + SEALED_CHUNK, CHUNK],
])('a flipped bit in the %s throws before a byte of its chunk is returned', async (_, at, returned) => {
  const { plain, bytes } = await encrypted(CHUNK + 1_000)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x40, at)
  const back = await opened(bytes)
  expect(back.threw).toBe(true)
  expect(back.plain.equals(plain.subarray(0, returned))).toBe(true)
})

test('rejects the bytes of one file under the id of another', async () => {
  const { bytes } = await encrypted(1_000)
  expect(await opened(bytes, 'file-2')).toEqual({ plain: Buffer.alloc(0), threw: true })
})

test('rejects a different key with the same id', async () => {
  const { bytes } = await encrypted(1_000)
  const other = parseKeyring(`k1:${randomBytes(32).toString('base64')}`)
  expect(await opened(bytes, 'file-1', other)).toEqual({ plain: Buffer.alloc(0), threw: true })
})

test('releases the source when the reader stops early', async () => {
  const { bytes } = await encrypted(3 * CHUNK)
  let released = false
  async function* source() {
    try {
      yield* inPieces(bytes, CHUNK)
    } finally {
      released = true
    }
  }
  for await (const _ of decryptFile(keyring, 'file-1', source())) break
  expect(released).toBe(true)
})

test('encrypting the same bytes twice produces no equal chunks', async () => {
  const plain = randomBytes(CHUNK + 1_000)
  const [one, other] = [
    await all(encryptFile(keyring, 'file-1', inPieces(plain))),
    await all(encryptFile(keyring, 'file-1', inPieces(plain))),
  ]
  for (const number of [0, 1]) expect(chunk(one, number).equals(chunk(other, number))).toBe(false)
  // The end tag authenticates no bytes, so it depends only on the nonce.
  expect(one.subarray(-16).equals(other.subarray(-16))).toBe(false)
})
