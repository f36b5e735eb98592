import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { of, textOf } from '../../testing/test-support/storage-bytes.ts'
import { createDiskStorage } from './disk-storage.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gce-storage-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('creates a missing folder; folder and objects are owner-only', async () => {
  const inner = path.join(folder, 'deep', 'files')
  const storage = createDiskStorage(inner)
  for (const send of [storage.write, storage.replace]) {
    await send('key', of('x'))
    expect(statSync(path.join(inner, 'key')).mode & 0o077).toBe(0)
  }
  expect(statSync(inner).mode & 0o077).toBe(0)
})

test.each(['', '.', '..', '../escape', 'a/b', 'a\\b', 'a\0', 'a.png', 'a\n', '/etc/passwd'])(
  'the key %j reaches nothing outside the folder',
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
