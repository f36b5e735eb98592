import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { verifyCopy } from '../../platform/db/database-copy.ts'
import { anUpload, aSubmission } from '../../testing/test-support/factories.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { makeBackup } from './backup.ts'
import { decryptBackup } from './read-backup.ts'

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
