import { copyFileSync, cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyDatabase, proveCopy } from '../db/database-copy.ts'
import { createDiskStorage } from '../storage/disk-storage.ts'
import { aChat, anUpload, aPhoto, aSubmission } from '../testing/makers.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-app.ts'
import { makeBackup } from './backup.ts'

/** A site whose data lies in this folder, as a real one's does. */
async function aSite(folder: string): Promise<TestApp> {
  const app = await createTestApp({ DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}/exchange.sqlite` })
  app.ctx.storage = createDiskStorage(path.join(folder, 'files'))
  return app
}

test('a backup in an empty DATA_DIR, with the keys, is the site: people sign in, orders, photos and chats are read', async () => {
  using before = tempFolder()
  using after = tempFolder()
  let order = ''
  let email = ''
  const photo = aPhoto()
  {
    await using app = await aSite(before.path)
    const customer = await app.customer()
    email = customer.email
    order = await aSubmission(app, customer, { fileIds: [await anUpload(app, customer, 'front.png', photo)] })
    await aChat(customer, 'Where is my money?')
    const { folder } = await makeBackup(app.ctx)
    expect(readdirSync(path.dirname(folder))).toEqual([path.basename(folder)])
    cpSync(folder, after.path, { recursive: true })
    copyFileSync(path.join(before.path, 'data-keys'), path.join(after.path, 'data-keys'))
  }
  await using app = await aSite(after.path)
  const signIn = await app.request('POST', '/api/auth/sign-in', { body: { email, password: customerPassword } })
  const as = { id: '', email, cookie: `gce=${signIn.cookies[0]?.value}`, api: app.visitor }
  const [transaction] = (await app.request('GET', '/api/user/transactions', { as })).json()
  expect(transaction).toMatchObject({ id: order, payoutAmount: 92 })
  const file = await app.request('GET', `/api/files/${transaction.uploadedFiles[0].id}?download=1`, { as })
  expect(file.rawPayload.equals(photo)).toBe(true)
  const staff = await app.staff()
  expect(await staff.api.admin.reveal({ submissionId: order, field: 'cardNumber' })).toEqual({
    value: 'X2MW 9QP4 7TLZ 6KRD',
  })
})

test('only its owner can read it, no key is in it, and what is deleted afterwards stays in it', async () => {
  using data = tempFolder()
  await using app = await aSite(data.path)
  const customer = await app.customer()
  const upload = await anUpload(app, customer)
  const stored = readdirSync(path.join(data.path, 'files'))
  const { folder, rows } = await makeBackup(app.ctx)
  await customer.api.exchange.removeUpload({ fileId: upload })
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  expect(entries.map(({ name }) => name).sort()).toEqual(['exchange.sqlite', 'files', ...stored].sort())
  expect(stored).toHaveLength(2)
  for (const entry of entries) {
    const { mode, size } = statSync(path.join(entry.parentPath, entry.name))
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600])
    expect(size).toBeGreaterThan(0)
  }
  for (const each of [folder, path.dirname(folder)]) expect(statSync(each).mode & 0o777).toBe(0o700)
  expect(rows).toMatchObject({ users: 2, submissions: 1, files: 1 })
})

test('it is whole although the site goes on meanwhile', async () => {
  using data = tempFolder()
  await using app = await aSite(data.path)
  const customer = await app.customer()
  await aSubmission(app, customer)
  const working = Promise.all(
    Array.from({ length: 8 }, (_, at) => aSubmission(app, customer, { cardNumber: `AAAA BBBB CCCC ${1000 + at}` })),
  )
  const { rows } = await makeBackup(app.ctx)
  await working
  // Every order was made with its history in one transaction, the registration's record too.
  expect(rows.submissions).toBeGreaterThanOrEqual(2)
  expect(rows.status_changes).toBe(rows.submissions)
})

test('a damaged copy is found', async () => {
  using data = tempFolder()
  await using app = await aSite(data.path)
  for (let at = 0; at < 5; at++) await app.customer()
  const file = path.join(data.path, 'copy.sqlite')
  await copyDatabase(app.ctx.db, file)
  expect(proveCopy(file).rows.users).toBe(6)
  const bytes = readFileSync(file)
  for (let page = 4; page * 4096 < bytes.length; page += 3) bytes.fill(0xff, page * 4096, page * 4096 + 512)
  writeFileSync(file, bytes)
  expect(() => proveCopy(file)).toThrow()
})
