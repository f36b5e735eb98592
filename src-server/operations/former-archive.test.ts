import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createDiskStorage } from '../storage/disk-storage.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { createTestApp } from '../test-support/test-app.ts'
import { openArchive } from './backup-archive.ts'
import { finishRestore } from './finish-restore.ts'
import { verifyBackup } from './verify-backup.ts'

/** Made by version 0.1, of a site with one submission and its photo, and 512-byte database pages to be small. */
const former = path.resolve(import.meta.dirname, '../test-support/format-1.gcebackup')
const keyOf = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const DATA_KEYS = `k2:${keyOf(2)},k1:${keyOf(1)}`

test('restores a backup of format 1', async () => {
  using keys = tempFolder()
  using folder = tempFolder()
  await using other = await createTestApp({ DATA_DIR: keys.path, DATA_KEYS })
  const manifest = await verifyBackup(other.ctx.keyring, former, folder.path)
  await using app = await createTestApp({
    DATA_DIR: folder.path,
    DATABASE_URL: `sqlite:${folder.path}/exchange.sqlite`,
    DATA_KEYS,
  })
  app.ctx.storage = createDiskStorage(path.join(folder.path, 'files'))
  await finishRestore(app.ctx, { source: 'A test', head: manifest.audit.head }, noPurges(), undefined)
  const email = 'customer1@mail.example'
  const as = await app.signInAgain({ id: '', email, cookie: '', api: app.visitor })
  const [submission] = (await app.request('GET', '/api/user/transactions', { as })).json()
  expect(submission).toMatchObject({ status: 'pending', payoutAmount: 92 })
  const photo = await app.request('GET', `/api/files/${submission.uploadedFiles[0].id}?download=1`, { as })
  expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/png'])
})

test('detects a changed, cut or extended backup of format 1', async () => {
  using folder = tempFolder()
  await using app = await createTestApp({ DATA_KEYS })
  const whole = readFileSync(former)
  const file = path.join(folder.path, 'changed.gcebackup')
  const namesOf = async (bytes: Uint8Array) => {
    writeFileSync(file, bytes)
    const names: string[] = []
    for await (const { name, bytes: content } of openArchive(app.ctx.keyring, file)) {
      names.push(name.split('/')[0] ?? '')
      for await (const _ of content);
    }
    return names
  }
  expect(await namesOf(whole)).toEqual(['exchange.sqlite', 'files', 'files', 'manifest.json'])
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(flipped.readUInt8(80_000) ^ 1, 80_000)
  // The format is authenticated: a former backup is not read as a tar.
  const renamed = Buffer.from(whole)
  renamed.write('2', 'gift-card-exchange backup '.length)
  for (const bytes of [flipped, renamed, whole.subarray(0, 80_000), Buffer.concat([whole, Buffer.from([0])])])
    await expect(namesOf(bytes)).rejects.toThrow('damaged')
})

async function* noPurges(): AsyncGenerator<never> {}
