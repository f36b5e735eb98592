import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { verifyCopy } from '../../platform/db/database-copy.ts'
import { anUpload, aSubmission } from '../../testing/test-support/factories.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { makeBackup } from './backup.ts'
import { type ArchiveEntry, packTar, unpackTar } from './backup-archive.ts'
import { decryptBackup } from './read-backup.ts'

async function* pieces(size: number, count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at++) yield Buffer.alloc(size, at)
}

async function* listed<Item>(...items: Item[]): AsyncGenerator<Item> {
  yield* items
}

async function read(tar: AsyncIterable<Uint8Array>): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {}
  for await (const { name, bytes } of unpackTar(tar)) files[name] = await buffer(bytes)
  return files
}

test('unpacks what it packed, also empty and large files', async () => {
  const sizes = { empty: 0, 'files/small': 3, 'files/large': 300_000 }
  const entries = Object.entries(sizes).map(([name, size]) => ({ name, size, bytes: pieces(size / 3, 3) }))
  const files = await read(packTar(listed(...entries)))
  expect(Object.entries(files).map(([name, { length }]) => [name, length])).toEqual(Object.entries(sizes))
  expect(files['files/large']?.equals(await buffer(pieces(100_000, 3)))).toBe(true)
  expect(await read(packTar(listed()))).toEqual({})
})

test.each([-1, 1])('rejects an entry whose size is wrong by %i byte', async (difference) => {
  const entry = { name: 'one', size: 1_000 + difference, bytes: pieces(100, 10) }
  await expect(buffer(packTar(listed(entry)))).rejects.toThrow('Size mismatch')
})

test('passes on errors of its sources and closes them', async () => {
  const failure = new Error('unreadable')
  const closed: string[] = []
  async function* failing(name: string): AsyncGenerator<Uint8Array> {
    try {
      yield Buffer.alloc(100_000)
      throw failure
    } finally {
      closed.push(name)
    }
  }
  const entry = { name: 'one', size: 200_000, bytes: failing('entry') }
  await expect(buffer(packTar(listed<ArchiveEntry>(entry)))).rejects.toBe(failure)
  async function* cutOff(): AsyncGenerator<Uint8Array> {
    yield (await buffer(packTar(listed({ ...entry, bytes: pieces(100_000, 2) })))).subarray(0, 100_000)
    yield* failing('tar')
  }
  await expect(read(cutOff())).rejects.toBe(failure)
  expect(closed).toEqual(['entry', 'tar'])
})

test('rejects links, folders and what is no tar', async () => {
  for (const type of ['symlink', 'link', 'directory'] as const) {
    const tar = pack()
    tar.entry({ name: 'files/one', type, linkname: '/etc/passwd' })
    tar.finalize()
    await expect(read(tar as AsyncIterable<Uint8Array>)).rejects.toThrow('files/one is not a file.')
  }
  await expect(read(pieces(2_000, 3))).rejects.toThrow('Invalid tar header')
})

test('tar unpacks a decrypted backup: the database and the files as they are stored', async () => {
  using folder = tempFolder()
  await using app = await createTestApp()
  const customer = await app.customer()
  const upload = await anUpload(app, customer)
  await aSubmission(app, customer, { fileIds: [upload] })
  const { file, rows } = await makeBackup(app.ctx)
  const tar = path.join(folder.path, 'backup.tar')
  await decryptBackup(app.ctx.keyring, file, tar)
  expect(statSync(tar).mode & 0o777).toBe(0o600)
  execFileSync('tar', ['-xf', tar, '-C', folder.path])
  const database = path.join(folder.path, 'exchange.sqlite')
  expect(statSync(database).mode & 0o777).toBe(0o600)
  expect(verifyCopy(database).rows).toEqual(rows)
  expect(JSON.parse(readFileSync(path.join(folder.path, 'manifest.json'), 'utf8')).rows).toEqual(rows)
  const stored = app.storage.objects.get(upload)?.bytes ?? Buffer.alloc(0)
  expect(readFileSync(path.join(folder.path, 'files', upload)).equals(stored)).toBe(true)
  await expect(decryptBackup(app.ctx.keyring, file, tar)).rejects.toMatchObject({ exitCode: 73 })
})

test('leaves no tar of a damaged backup', async () => {
  using folder = tempFolder()
  await using app = await createTestApp()
  const { file } = await makeBackup(app.ctx)
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100)
  const damaged = path.join(folder.path, 'damaged.gcebackup')
  writeFileSync(damaged, bytes)
  const tar = path.join(folder.path, 'backup.tar')
  await expect(decryptBackup(app.ctx.keyring, damaged, tar)).rejects.toMatchObject({ exitCode: 65 })
  expect(existsSync(tar)).toBe(false)
})
