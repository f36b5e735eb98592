import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDiskStorage } from './disk-storage.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gce-storage-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* of(...pieces: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece
    yield Buffer.from(piece)
  }
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

test('reads written objects, also from another storage on the same folder', async () => {
  await createDiskStorage(folder).write('a_key-1', of('hello ', 'world'))
  expect(await textOf(createDiskStorage(folder).read('a_key-1'))).toBe('hello world')
})

test('creates a missing folder; folder and objects are owner-only', async () => {
  const inner = path.join(folder, 'deep', 'files')
  await createDiskStorage(inner).write('key', of('x'))
  expect(statSync(inner).mode & 0o077).toBe(0)
  expect(statSync(path.join(inner, 'key')).mode & 0o077).toBe(0)
})

test('stores an empty object', async () => {
  const storage = createDiskStorage(folder)
  await storage.write('empty', of())
  expect(await textOf(storage.read('empty'))).toBe('')
})

test('stores many concurrently written objects', async () => {
  const storage = createDiskStorage(folder)
  const keys = Array.from({ length: 20 }, (_, at) => `key${at}`)
  await Promise.all(keys.map((key) => storage.write(key, of(key))))
  for (const key of keys) expect(await textOf(storage.read(key))).toBe(key)
})

test('a source that fails midway leaves no object', async () => {
  const storage = createDiskStorage(folder)
  await expect(storage.write('key', of('first', new Error('the phone went away')))).rejects.toThrow('went away')
  expect(readdirSync(folder)).toEqual([])
  await storage.write('key', of('again'))
  expect(await textOf(storage.read('key'))).toBe('again')
})

test('rejects an existing key and keeps its bytes', async () => {
  const storage = createDiskStorage(folder)
  await storage.write('key', of('first'))
  await expect(storage.write('key', of('second'))).rejects.toMatchObject({ code: 'EEXIST' })
  expect(await textOf(storage.read('key'))).toBe('first')
})

test.each(['', '.', '..', '../escape', 'a/b', 'a\\b', 'a\0', 'a.png', 'a\n', '/etc/passwd'])(
  'rejects the key %j for writing, reading and removing',
  async (key) => {
    const outside = path.join(folder, 'outside')
    writeFileSync(outside, 'not yours')
    const storage = createDiskStorage(path.join(folder, 'files'))
    await expect(storage.write(key, of('x'))).rejects.toThrow('Not a storage key.')
    await expect(textOf(storage.read(key))).rejects.toThrow('Not a storage key.')
    await expect(storage.remove(key)).rejects.toThrow('Not a storage key.')
    expect(readFileSync(outside, 'utf8')).toBe('not yours')
    expect(readdirSync(path.join(folder, 'files'))).toEqual([])
  },
)

test('reading a missing object throws', async () => {
  await expect(textOf(createDiskStorage(folder).read('nothing'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('removes an object, and ignores a second removal', async () => {
  const storage = createDiskStorage(folder)
  await storage.write('key', of('x'))
  await storage.remove('key')
  expect(readdirSync(folder)).toEqual([])
  await expect(storage.remove('key')).resolves.toBeUndefined()
})

test('lists all objects with their write times', async () => {
  const storage = createDiskStorage(folder)
  const before = Date.now()
  await storage.write('one', of('1'))
  await storage.write('two', of('2'))
  const listed = new Map<string, number>()
  for await (const { key, writtenAt } of storage.list()) listed.set(key, writtenAt)
  expect([...listed.keys()].sort()).toEqual(['one', 'two'])
  // File times are coarser than the clock.
  for (const writtenAt of listed.values()) expect(Math.abs(writtenAt - before)).toBeLessThan(60_000)
})

test('replaces the bytes of an object, while a running reader gets the old bytes', async () => {
  const storage = createDiskStorage(folder)
  await storage.write('key', of('old'))
  const reader = storage.read('key')[Symbol.asyncIterator]()
  const first = reader.next()
  await first
  await storage.replace('key', of('newer ', 'bytes'))
  expect(await textOf(storage.read('key'))).toBe('newer bytes')
  expect(Buffer.from((await first).value ?? []).toString()).toBe('old')
  expect(readdirSync(folder)).toEqual(['key'])
  expect(statSync(path.join(folder, 'key')).mode & 0o077).toBe(0)
})

test('a failed replacement leaves the object unchanged and creates no missing object', async () => {
  const storage = createDiskStorage(folder)
  await storage.write('key', of('old'))
  await expect(storage.replace('key', of('half', new Error('EIO')))).rejects.toThrow('EIO')
  expect(await textOf(storage.read('key'))).toBe('old')
  await expect(storage.replace('other', of('x'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(readdirSync(folder)).toEqual(['key'])
})

test('an object removed during its replacement stays removed', async () => {
  const storage = createDiskStorage(folder)
  await storage.write('key', of('old'))
  async function* removing() {
    yield Buffer.from('newer')
    await storage.remove('key')
  }
  await storage.replace('key', removing())
  expect(readdirSync(folder)).toEqual([])
})

test('the leftover of an interrupted replacement is listed, removed with its object, and blocks no replacement', async () => {
  const storage = createDiskStorage(folder)
  for (const key of ['one', 'two']) {
    await storage.write(key, of('old'))
    writeFileSync(path.join(folder, `${key}.new`), 'half')
  }
  await storage.replace('one', of('newer'))
  expect(readdirSync(folder).sort()).toEqual(['one', 'two', 'two.new'])
  await storage.remove('two')
  expect(readdirSync(folder)).toEqual(['one'])
  writeFileSync(path.join(folder, 'three.new'), 'half')
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  expect(keys.sort()).toEqual(['one', 'three.new'])
  await storage.remove('three.new')
  expect(readdirSync(folder)).toEqual(['one'])
})

test('reads only the first bytes of an object', async () => {
  const storage = createDiskStorage(folder)
  await storage.write('key', of('0123456789'))
  expect(await textOf(storage.read('key', 4))).toBe('0123')
})

test('writes the bytes of a new or replaced object before syncing the folder', async () => {
  const synced: string[][] = []
  const storage = createDiskStorage(folder, undefined, async () => {
    synced.push(readdirSync(folder).map((name) => `${name}: ${readFileSync(path.join(folder, name))}`))
  })
  await storage.write('key', of('old'))
  expect(synced).toEqual([['key: old']])
  await storage.replace('key', of('newer'))
  expect(synced).toEqual([['key: old'], ['key: newer']])
})

test('rejects a write or replacement when the folder sync fails', async () => {
  let error: Error | undefined
  const storage = createDiskStorage(folder, undefined, async () => {
    if (error) throw error
  })
  await storage.write('key', of('old'))
  error = new Error('EIO')
  await expect(storage.write('other', of('x'))).rejects.toThrow('EIO')
  await expect(storage.replace('key', of('newer'))).rejects.toThrow('EIO')
})
