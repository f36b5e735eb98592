import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SNIFF_BYTES } from '#shared/upload.ts'
import { inPieces } from '../testing/test-support/factories.ts'
import { readStart } from './store-file.ts'

const MAX = 5_000

async function start(plain: Buffer, pieceSize: number) {
  const buffer = Buffer.alloc(MAX + 10)
  const heads: Buffer[] = []
  const source = inPieces(plain, pieceSize)[Symbol.asyncIterator]()
  const { length, rest, found } = await readStart(source, buffer, MAX, (head) => heads.push(Buffer.from(head)))
  const following: Uint8Array[] = []
  for await (const piece of rest ?? []) following.push(piece)
  return {
    start: buffer.subarray(0, length),
    hasRest: rest !== undefined,
    following: Buffer.concat(following),
    heads,
    found,
  }
}

test.each([0, 1, SNIFF_BYTES, MAX - 1, MAX])('a file of %d bytes is in the buffer', async (size) => {
  for (const pieceSize of [1, 999, MAX, 2 * MAX]) {
    const plain = randomBytes(size)
    const read = await start(plain, pieceSize)
    expect(read.start.equals(plain)).toBe(true)
    expect(read.hasRest).toBe(false)
    expect(read.found).toBe(1)
  }
})

test.each([MAX + 1, 2 * MAX, 10 * MAX])('what does not fit of %d bytes follows', async (size) => {
  for (const pieceSize of [1, 999, MAX, 2 * MAX, 20 * MAX]) {
    const plain = randomBytes(size)
    const { start: first, following } = await start(plain, pieceSize)
    expect(first.length).toBe(MAX)
    expect(Buffer.concat([first, following]).equals(plain)).toBe(true)
  }
})

test('checks the head once, however small the pieces are', async () => {
  const plain = randomBytes(3_000)
  const { heads } = await start(plain, 1)
  expect(heads).toEqual([plain.subarray(0, SNIFF_BYTES)])
})

test('a rejected head ends the reading', async () => {
  let read = 0
  async function* source() {
    for (;;) {
      read++
      yield Buffer.alloc(SNIFF_BYTES)
    }
  }
  const reject = () => {
    throw new Error('not a picture')
  }
  await expect(readStart(source(), Buffer.alloc(MAX), MAX, reject)).rejects.toThrow('not a picture')
  expect(read).toBe(1)
})
