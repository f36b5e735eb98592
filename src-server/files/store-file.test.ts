import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPhoto, inPieces } from '../testing/test-support/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { storeFile } from './store-file.ts'

let app: TestApp
let written: Uint8Array[]
beforeEach(async () => {
  app = await createTestApp()
  written = []
})
afterEach(() => app[Symbol.asyncDispose]())

const store = (bytes = aPhoto()) =>
  storeFile(app.ctx, { ownerId: 'dana', name: 'front.png', bytes: inPieces(bytes, 1_000) })

/** Notes the chunks that are written, without copying them, before `end` stores or refuses them. */
function watchWrites(end: (chunks: readonly Uint8Array[]) => Promise<void>): void {
  app.storage.write = async (_, chunks) => {
    const own: Uint8Array[] = []
    for await (const chunk of chunks) own.push(chunk)
    written.push(...own)
    await end(own)
  }
}

test.each([
  ['the store fails', () => Promise.reject(new Error('the store is gone'))],
  ['the store refuses a moment later', () => new Promise<void>((_, refuse) => setImmediate(refuse, new Error('no')))],
])('a buffer is not used again when %s: the store may still read it', async (_, end) => {
  watchWrites(end)
  await expect(store()).rejects.toThrow()
  const [sent] = written
  const copy = Buffer.from(sent ?? [])
  watchWrites(async () => undefined)
  for (let at = 0; at < 3; at++) await store()
  expect(copy.length).toBeGreaterThan(1_000)
  expect(copy.equals(sent ?? Buffer.alloc(0))).toBe(true)
  expect(written.slice(1).map(({ buffer }) => buffer)).not.toContain(sent?.buffer)
})

test('a buffer is not used again when its upload is cut off: a read may still be under way', async () => {
  const buffers: ArrayBufferLike[] = []
  watchWrites(async (chunks) => void buffers.push(...chunks.map(({ buffer }) => buffer)))
  await store()
  const [given] = buffers
  async function* cutOff() {
    yield aPhoto()
    throw new Error('the client disconnected')
  }
  await expect(storeFile(app.ctx, { ownerId: 'dana', name: 'front.png', bytes: cutOff() })).rejects.toThrow()
  buffers.length = 0
  for (let at = 0; at < 3; at++) await store()
  expect(buffers).not.toContain(given)
})

test('a buffer is used again when its file is stored', async () => {
  watchWrites(async () => undefined)
  for (let at = 0; at < 3; at++) await store()
  // Renditions are written from other buffers, which are smaller.
  const large = written.map(({ buffer }) => buffer).filter(({ byteLength }) => byteLength > 256 * 1024)
  expect(large).toHaveLength(3)
  expect(new Set(large).size).toBe(1)
})
