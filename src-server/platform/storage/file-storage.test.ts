import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3Server } from '../../testing/test-support/s3-server.ts'
import { bytesOf, of, textOf } from '../../testing/test-support/storage-bytes.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createDiskStorage } from './disk-storage.ts'
import type { FileStorage } from './file-storage.ts'
import { createS3Storage } from './s3-storage.ts'

/** Opens the storage of one test; every call opens the same objects. */
type Open = () => Promise<FileStorage>

const folders: Disposable[] = []
const servers: S3Server[] = []
afterAll(async () => {
  for (const folder of folders) folder[Symbol.dispose]()
  for (const server of servers) await server[Symbol.asyncDispose]()
})

function newFolder(): string {
  const folder = tempFolder()
  folders.push(folder)
  return folder.path
}

/** Small pages, so that every listing has several. */
const s3With = (conditions: 'evaluated' | 'ignored' | 'rejected' | 'misread') => async () => {
  const server = await startS3Server({ maxKeys: 3, conditions })
  servers.push(server)
  return (): Open => {
    const bucket = server.createBucket()
    return () => createS3Storage(bucket)
  }
}

describe.each<[string, () => Promise<() => Open>]>([
  [
    'disk',
    async () => () => {
      const folder = newFolder()
      return async () => createDiskStorage(folder)
    },
  ],
  ['S3', s3With('evaluated')],
  ['S3 that ignores conditions', s3With('ignored')],
  ['S3 that rejects conditions', s3With('rejected')],
  ['S3 that refuses true conditions', s3With('misread')],
])('%s', (_, prepare) => {
  let newStorage: () => Open
  beforeAll(async () => {
    newStorage = await prepare()
  })

  async function keysOf(storage: FileStorage): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of storage.list()) keys.push(key)
    return keys.sort()
  }

  test('reads written objects, also from another storage on the same place', async () => {
    const open = newStorage()
    await (await open()).write('a_key-1', of('hello ', '', 'world'))
    expect(await textOf((await open()).read('a_key-1'))).toBe('hello world')
  })

  test('stores an empty object', async () => {
    const storage = await newStorage()()
    await storage.write('empty', of())
    expect(await textOf(storage.read('empty'))).toBe('')
    expect(await textOf(storage.read('empty', 4))).toBe('')
  })

  test('stores many concurrently written objects', async () => {
    const storage = await newStorage()()
    const keys = Array.from({ length: 20 }, (_, at) => `key${at}`)
    await Promise.all(keys.map((key) => storage.write(key, of(key))))
    for (const key of keys) expect(await textOf(storage.read(key))).toBe(key)
    expect(await keysOf(storage)).toEqual(keys.sort())
  })

  test('stores and replaces an object of many megabytes', async () => {
    const storage = await newStorage()()
    for (const send of [storage.write, storage.replace]) {
      const whole = randomBytes(11 * 1024 * 1024)
      await send('large', of(whole.subarray(0, 7_000_000), whole.subarray(7_000_000)))
      expect(whole.equals(await bytesOf(storage.read('large')))).toBe(true)
    }
  })

  test.each([
    ['small', 'first'],
    ['large', Buffer.alloc(6 * 1024 * 1024)],
  ])('a %s source that fails midway leaves no object and its error', async (_, begin) => {
    const storage = await newStorage()()
    const failure = new Error('the phone went away')
    await expect(storage.write('key', of(begin, failure))).rejects.toBe(failure)
    expect(await keysOf(storage)).toEqual([])
    await storage.write('key', of('again'))
    expect(await textOf(storage.read('key'))).toBe('again')
  })

  test.each([
    ['small', 'second'],
    ['large', Buffer.alloc(6 * 1024 * 1024)],
  ])('rejects a %s write to an existing key and keeps its bytes', async (_, bytes) => {
    const storage = await newStorage()()
    await storage.write('key', of('first'))
    await expect(storage.write('key', of(bytes))).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await textOf(storage.read('key'))).toBe('first')
  })

  test.each(['', '.', '..', '../escape', 'a/b', 'a\\b', 'a\0', 'a.png', 'a\n', '/etc/passwd'])(
    'rejects the key %j',
    async (key) => {
      const storage = await newStorage()()
      await expect(storage.write(key, of('x'))).rejects.toThrow('Not a storage key.')
      await expect(storage.replace(key, of('x'))).rejects.toThrow('Not a storage key.')
      await expect(textOf(storage.read(key))).rejects.toThrow('Not a storage key.')
      await expect(storage.remove(key)).rejects.toThrow('Not a storage key.')
      expect(await keysOf(storage)).toEqual([])
    },
  )

  test('reading, copying or replacing a missing object throws and creates none', async () => {
    const storage = await newStorage()()
    const missing = { code: 'ENOENT' }
    await expect(textOf(storage.read('nothing'))).rejects.toMatchObject(missing)
    await expect(textOf(storage.read('nothing', 4))).rejects.toMatchObject(missing)
    await expect(storage.copyOut('nothing', path.join(newFolder(), 'copy'))).rejects.toMatchObject(missing)
    await expect(storage.replace('nothing', of('x'))).rejects.toMatchObject(missing)
    expect(await keysOf(storage)).toEqual([])
  })

  test('removes an object, and ignores a second removal', async () => {
    const storage = await newStorage()()
    await storage.write('key', of('x'))
    await storage.remove('key')
    expect(await keysOf(storage)).toEqual([])
    await expect(storage.remove('key')).resolves.toBeUndefined()
  })

  test('lists all objects with their write times', async () => {
    const storage = await newStorage()()
    const before = Date.now()
    const keys = Array.from({ length: 7 }, (_, at) => `key${at}`)
    for (const key of keys) await storage.write(key, of(key))
    const listed = new Map<string, number>()
    for await (const { key, writtenAt } of storage.list()) listed.set(key, writtenAt)
    expect([...listed.keys()].sort()).toEqual(keys)
    // File times are coarser than the clock.
    for (const writtenAt of listed.values()) expect(Math.abs(writtenAt - before)).toBeLessThan(60_000)
  })

  test('reads only the first bytes of an object', async () => {
    const storage = await newStorage()()
    await storage.write('key', of('0123456789'))
    expect(await textOf(storage.read('key', 4))).toBe('0123')
    expect(await textOf(storage.read('key', 40))).toBe('0123456789')
  })

  test('replaces the bytes of an object, while a running reader gets the old bytes', async () => {
    const storage = await newStorage()()
    await storage.write('key', of('old'))
    const reader = storage.read('key')[Symbol.asyncIterator]()
    const first = await reader.next()
    await storage.replace('key', of('newer ', 'bytes'))
    expect(await textOf(storage.read('key'))).toBe('newer bytes')
    expect(Buffer.from(first.value ?? []).toString()).toBe('old')
    expect(await keysOf(storage)).toEqual(['key'])
    await reader.return?.()
  })

  test('a failed replacement leaves the object unchanged', async () => {
    const storage = await newStorage()()
    await storage.write('key', of('old'))
    await expect(storage.replace('key', of('half', new Error('EIO')))).rejects.toThrow('EIO')
    expect(await textOf(storage.read('key'))).toBe('old')
    expect(await keysOf(storage)).toEqual(['key'])
  })

  test('copies an object into a new file of the owner, and overwrites none', async () => {
    const storage = await newStorage()()
    const whole = randomBytes(300_000)
    await storage.write('key', of(whole))
    const folder = newFolder()
    await storage.copyOut('key', path.join(folder, 'copy'))
    expect(readFileSync(path.join(folder, 'copy')).equals(whole)).toBe(true)
    expect(statSync(path.join(folder, 'copy')).mode & 0o077).toBe(0)
    writeFileSync(path.join(folder, 'other'), 'mine')
    await expect(storage.copyOut('key', path.join(folder, 'other'))).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(path.join(folder, 'other'), 'utf8')).toBe('mine')
  })

  test('is reachable, and has no unfinished writes to remove', async () => {
    const storage = await newStorage()()
    await storage.write('key', of('x'))
    expect(await storage.isReachable()).toBe(true)
    await storage.removeUnfinished(Date.now() + 60_000)
    expect(await textOf(storage.read('key'))).toBe('x')
  })
})
