import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { CompiledQuery } from 'kysely'
import { expect, vi } from 'vitest'
import { copyDatabase, verifyCopy } from '../../platform/db/database-copy.ts'
import { storedColumns, storedKeys } from '../../platform/db/page-pictures.ts'
import { createDiskStorage } from '../../platform/storage/disk-storage.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aChat, anUpload, aPhoto, aSubmission } from '../../testing/test-support/factories.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, customerPassword, type TestApp } from '../../testing/test-support/test-app.ts'
import { makeBackup } from './backup.ts'
import { openStaging, removeStaleStagings } from './backup-archive.ts'
import { verifyBackup } from './read-backup.ts'

/** A site with its data in this folder. */
async function aSite(folder: string): Promise<TestApp> {
  const app = await createTestApp({ DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}/exchange.sqlite` })
  app.ctx.storage = createDiskStorage(path.join(folder, 'files'))
  return app
}

/** Complete and partial backups in BACKUP_DIR. */
const backupsOf = (app: TestApp) => readdirSync(app.ctx.config.backupDir).filter((name) => name.includes('.gcebackup'))
const stagingsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('.backup-'))

test('a restored backup serves sign-in, submissions, photos and chats', async () => {
  using before = tempFolder()
  using after = tempFolder()
  let submissionId = ''
  let email = ''
  const photo = aPhoto()
  {
    await using app = await aSite(before.path)
    const customer = await app.customer()
    email = customer.email
    submissionId = await aSubmission(app, customer, { fileIds: [await anUpload(app, customer, 'front.png', photo)] })
    await aChat(customer, 'Where is my money?')
    const { file } = await makeBackup(app.ctx)
    expect(backupsOf(app)).toEqual([path.basename(file)])
    await verifyBackup(app.ctx.keyring, file, after.path)
    copyFileSync(path.join(before.path, 'data-keys'), path.join(after.path, 'data-keys'))
  }
  await using app = await aSite(after.path)
  const signIn = await app.request('POST', '/api/auth/sign-in', { body: { email, password: customerPassword } })
  const as = { id: '', email, cookie: `gce=${signIn.cookies[0]?.value}`, api: app.visitor }
  const [transaction] = (await app.request('GET', '/api/user/transactions', { as })).json()
  expect(transaction).toMatchObject({ id: submissionId, payoutAmount: 92 })
  const file = await app.request('GET', `/api/files/${transaction.uploadedFiles[0].id}?download=1`, { as })
  expect(file.rawPayload.equals(photo)).toBe(true)
  const staff = await app.staff()
  expect(await staff.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })).toEqual({
    value: 'X2MW 9QP4 7TLZ 6KRD',
  })
})

test('a backup is one owner-only file without readable contents', async () => {
  using data = tempFolder()
  await using app = await aSite(data.path)
  const customer = await app.customer('Wilhelmina Featherstone')
  const upload = await anUpload(app, customer)
  const { file, rows } = await makeBackup(app.ctx)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
  expect(rows).toMatchObject({ users: 2, submissions: 1, files: 1 })
  const bytes = readFileSync(file)
  const encrypted = readFileSync(path.join(data.path, 'files', upload))
  const keys = readFileSync(path.join(data.path, 'data-keys'), 'utf8').trim()
  const words = ['Featherstone', customer.email, 'SQLite format 3', 'manifest', upload, keys.split(':')[1] ?? '']
  expect(words.filter((text) => text === '' || bytes.includes(text))).toEqual([])
  expect(bytes.includes(encrypted.subarray(0, 32))).toBe(false)
  expect(stagingsIn(data.path)).toEqual([])
})

test('two backups of the same site have no ciphertext in common', async ({ app }) => {
  const [one, two] = [await makeBackup(app.ctx), await makeBackup(app.ctx)].map(({ file }) => readFileSync(file))
  const pieces = new Set<string>()
  // Skips the header with format and key id.
  for (let at = 64; at + 32 < (one?.length ?? 0); at += 32) pieces.add(one?.toString('hex', at, at + 32) ?? '')
  expect(pieces.size).toBeGreaterThan(1_000)
  for (let at = 64; at + 32 < (two?.length ?? 0); at += 32)
    expect(pieces.has(two?.toString('hex', at, at + 32) ?? '')).toBe(false)
})

test('a backup is consistent while the site keeps writing', async () => {
  using data = tempFolder()
  using unpacked = tempFolder()
  await using app = await aSite(data.path)
  const customer = await app.customer()
  await aSubmission(app, customer)
  const working = Promise.all(
    Array.from({ length: 8 }, (_, at) => aSubmission(app, customer, { cardNumber: `AAAA BBBB CCCC ${1000 + at}` })),
  )
  const { file, rows } = await makeBackup(app.ctx)
  await working
  // Every submission was created with its history in one transaction, the registration record too.
  expect(rows.submissions).toBeGreaterThanOrEqual(2)
  expect(rows.status_changes).toBe(rows.submissions)
  expect((await verifyBackup(app.ctx.keyring, file, unpacked.path)).rows).toEqual(rows)
})

test('a photo removed during the backup does not fail the backup', async () => {
  using data = tempFolder()
  using unpacked = tempFolder()
  await using app = await aSite(data.path)
  const customer = await app.customer()
  const kept = await anUpload(app, customer)
  const going = [await anUpload(app, customer), await anUpload(app, customer)]
  const { storage } = app.ctx
  app.ctx.storage = {
    ...storage,
    copyOut: async (key, file) => {
      // Runs after the database was copied and before its file is.
      const next = going.pop()
      if (next) await customer.api.exchange.removeUpload({ fileId: next })
      await storage.copyOut(key, file)
    },
  }
  const { file, rows } = await makeBackup(app.ctx)
  expect(rows.files).toBe(1)
  await verifyBackup(app.ctx.keyring, file, unpacked.path)
  const left = await app.ctx.db.selectFrom('files').select(storedColumns).execute()
  expect(left.map(({ id }) => id)).toEqual([kept])
  expect(readdirSync(path.join(unpacked.path, 'files')).sort()).toEqual(storedKeys(left).sort())
})

test('fails and names a lost stored file', async ({ app }) => {
  const upload = await anUpload(app, await app.customer())
  app.storage.objects.delete(upload)
  await expect(makeBackup(app.ctx)).rejects.toThrow(`The stored file ${upload} is missing`)
  expect(backupsOf(app)).toEqual([])
  expect(stagingsIn(app.ctx.config.dataDir)).toEqual([])
})

test('detects a byte corrupted on disk and keeps no backup', async ({ app }) => {
  await anUpload(app, await app.customer())
  const probe = await open(import.meta.filename)
  const handles = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  const { writev } = handles
  const disk = vi.spyOn(handles, 'writev').mockImplementation(function (this: FileHandle, pieces) {
    const [piece] = pieces as Uint8Array[]
    if (piece) piece[piece.length - 1] = (piece.at(-1) ?? 0) ^ 1
    return writev.call(this, pieces)
  })
  try {
    await expect(makeBackup(app.ctx)).rejects.toThrow('is damaged')
    expect(disk).toHaveBeenCalled()
  } finally {
    disk.mockRestore()
  }
  expect(backupsOf(app)).toEqual([])
  expect(stagingsIn(app.ctx.config.dataDir)).toEqual([])
})

test('a full disk leaves no partial backup', async ({ app }) => {
  await anUpload(app, await app.customer())
  app.ctx.storage = {
    ...app.ctx.storage,
    copyOut: async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
    },
  }
  await expect(makeBackup(app.ctx)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(backupsOf(app)).toEqual([])
  expect(stagingsIn(app.ctx.config.dataDir)).toEqual([])
})

test('keep removes older backups and no other files', async ({ app }) => {
  const { backupDir } = app.ctx.config
  mkdirSync(backupDir, { recursive: true })
  writeFileSync(path.join(backupDir, '2020 notes.gcebackup'), 'of the operator')
  const made: string[] = []
  for (let at = 0; at < 4; at++) {
    app.clock.advance(60_000)
    made.push(path.basename((await makeBackup(app.ctx, at < 3 ? {} : { keep: 2 })).file))
  }
  expect(backupsOf(app).sort()).toEqual(['2020 notes.gcebackup', ...made.slice(2)].sort())
})

test('removes the staging folder of a killed backup, not that of a running one', async () => {
  using data = tempFolder()
  const dead = path.join(data.path, '.backup-4194305-abcdef')
  mkdirSync(dead)
  writeFileSync(path.join(dead, 'exchange.sqlite'), 'a copy')
  // From an earlier process with the same pid, as in a container.
  const before = path.join(data.path, `.backup-${process.pid}-abcdef`)
  mkdirSync(before)
  utimesSync(before, 1, 1)
  await using running = await openStaging(data.path)
  expect(await removeStaleStagings(data.path)).toBe(2)
  expect([dead, before, running.folder].map((folder) => existsSync(folder))).toEqual([false, false, true])
  expect(statSync(running.folder).mode & 0o777).toBe(0o700)
})

test('all columns with storage keys are known', async ({ app }) => {
  const { rows } = await app.ctx.db.executeQuery<{ name: string }>(
    CompiledQuery.raw("select name from pragma_table_info('files') where name like '%id'"),
  )
  const links = ['owner_id', 'submission_id', 'message_id', 'problem_id', 'appeal_id']
  // The columns of OBJECT_COLUMNS in database-copy.ts.
  const objects = ['id', 'rendition_id']
  expect(rows.map(({ name }) => name).filter((name) => ![...links, ...objects].includes(name))).toEqual([])
})

test('detects a damaged database copy', async () => {
  using data = tempFolder()
  await using app = await aSite(data.path)
  for (let at = 0; at < 5; at++) await app.customer()
  const file = path.join(data.path, 'copy.sqlite')
  await copyDatabase(app.ctx.db, file)
  expect(verifyCopy(file).rows.users).toBe(6)
  const bytes = readFileSync(file)
  for (let page = 4; page * 4096 < bytes.length; page += 3) bytes.fill(0xff, page * 4096, page * 4096 + 512)
  writeFileSync(file, bytes)
  expect(() => verifyCopy(file)).toThrow()
})
