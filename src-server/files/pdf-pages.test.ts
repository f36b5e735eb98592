import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { makeBackup } from '../operator/operations/backup.ts'
import { verifyBackup } from '../operator/operations/read-backup.ts'
import { storedColumns, storedKeys } from '../platform/db/page-pictures.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aSubmission, inPieces, multipart, submitFields } from '../testing/test-support/factories.ts'
import { aPdfOfPages } from '../testing/test-support/pdf-objects.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { sweepOrphans } from './sweep-orphans.ts'

const page = (app: TestApp, as: Person, id: string, number: string | number) =>
  app.request('GET', `/api/files/${id}?page=${number}`, { as })
const storedOf = async (app: TestApp) =>
  storedKeys(await app.ctx.db.selectFrom('files').select(storedColumns).execute()).sort()
const objectsOf = (app: TestApp) => [...app.storage.objects.keys()].sort()

/** Forgets the pictures of all files, like files of a site that did not draw PDFs. */
async function forgetPictures(app: TestApp, id: string): Promise<void> {
  for (const key of objectsOf(app)) if (key !== id) await app.storage.remove(key)
  const nothing = { rendition_id: null, rendition_size: null, rendition_sha256: null, page_pictures: null }
  await app.ctx.db.updateTable('files').set(nothing).execute()
}

test('draws five pages of a PDF at its upload, and each other one at its first view', async ({ app }) => {
  const owner = await app.customer()
  const id = await anUpload(app, owner, 'statement.pdf', aPdfOfPages(7))
  expect(app.storage.objects.size).toBe(6)
  const pictures: Buffer[] = []
  for (let number = 1; number <= 7; number++) {
    const { statusCode, headers, rawPayload } = await page(app, owner, id, number)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'page-count': '7' })
    pictures.push(rawPayload)
  }
  expect(new Set(pictures.map(String)).size).toBe(7)
  expect(await sharp(pictures[0]).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 800 })
  expect(app.storage.objects.size).toBe(8)
  expect(await storedOf(app)).toEqual(objectsOf(app))
  expect((await page(app, owner, id, 7)).rawPayload.equals(pictures[6] ?? Buffer.alloc(0))).toBe(true)
})

test('shows a PDF that came with an order to its customer and to staff alike', async ({ app }) => {
  const [owner, staff] = [await app.customer(), await app.staff()]
  const form = multipart(submitFields(), [{ name: 'statement.pdf', bytes: aPdfOfPages(2), type: 'application/pdf' }])
  expect((await app.request('POST', '/api/submit', { as: owner, ...form })).statusCode).toBe(200)
  const [order] = (await app.request('GET', '/api/user/transactions', { as: owner })).json()
  const [{ id, fileName }] = order.uploadedFiles
  expect(fileName).toBe('statement.pdf')
  const [own, theirs] = [await page(app, owner, id, 2), await page(app, staff, id, 2)]
  expect(own.rawPayload.equals(theirs.rawPayload)).toBe(true)
  expect(own.headers['content-type']).toBe('image/jpeg')
})

test('says which page a PDF does not have, and which number is none', async ({ app, customer: owner }) => {
  const id = await anUpload(app, owner, 'statement.pdf', aPdfOfPages(2))
  const missing = await page(app, owner, id, 3)
  expect([missing.statusCode, missing.json().message]).toEqual([404, 'There is no page 3: the file has 2 pages.'])
  for (const number of ['0', '-1', 'x', '1.5', '']) expect((await page(app, owner, id, number)).statusCode).toBe(400)
})

test.each([
  ['/api/uploads', {}],
  ['/api/submit', submitFields()],
])('%s refuses a PDF of more than 50 pages in words and stores nothing', async (url, fields) => {
  await using app = await createTestApp()
  const owner = await app.customer()
  const form = multipart(fields, [{ name: 'book.pdf', bytes: aPdfOfPages(51) }])
  const response = await app.request('POST', url, { as: owner, ...form })
  expect(response.statusCode).toBe(415)
  expect(response.json().message).toBe(
    'Failed to process book.pdf: it has more than 50 pages. Please send the pages that show the card, or photos.',
  )
  expect(app.storage.objects.size).toBe(0)
})

test('draws a PDF that was stored before PDFs were drawn at its first view', async ({ app, customer: owner }) => {
  const id = await anUpload(app, owner, 'statement.pdf', aPdfOfPages(3))
  await forgetPictures(app, id)
  const responses = await Promise.all([3, 3, 1].map((number) => page(app, owner, id, number)))
  expect(responses.map(({ statusCode, headers }) => [statusCode, headers['page-count']])).toEqual(
    Array(3).fill([200, '3']),
  )
  expect(app.storage.objects.size).toBe(3)
  expect(await storedOf(app)).toEqual(objectsOf(app))
})

test('says that a page cannot be drawn, and does not try again', async ({ app, customer: owner }) => {
  const id = await anUpload(app, owner, 'statement.pdf', aPdfOfPages(6))
  const { pictures } = app.ctx.files
  let tries = 0
  app.ctx.files.pictures = { ...pictures, render: async () => ({ fault: 'unreadable', tries: tries++ }) }
  for (let count = 0; count < 2; count++) {
    const response = await page(app, owner, id, 6)
    expect(response.statusCode).toBe(422)
    expect(response.json().message).toBe("We can't show page 6 as a picture. You can download the original.")
  }
  expect(tries).toBe(1)
  expect((await page(app, owner, id, 5)).statusCode).toBe(200)
})

test('leaves no object of a page when the file is deleted, also while the page is drawn', async ({ app }) => {
  const owner = await app.customer()
  const id = await anUpload(app, owner, 'statement.pdf', aPdfOfPages(6))
  const { pictures } = app.ctx.files
  app.ctx.files.pictures = {
    ...pictures,
    render: async (file, read) => {
      const drawing = await pictures.render(file, read)
      await owner.api.exchange.removeUpload({ fileId: id })
      return drawing
    },
  }
  expect((await page(app, owner, id, 6)).statusCode).toBe(422)
  expect(objectsOf(app)).toEqual([])
})

test('pages are in a backup and are not swept; an object of no page is', async ({ app }) => {
  using unpacked = tempFolder()
  const owner = await app.customer()
  const id = await anUpload(app, owner, 'statement.pdf', aPdfOfPages(6))
  await aSubmission(app, owner, { fileIds: [id] })
  const stored = objectsOf(app)
  expect(stored).toHaveLength(6)
  const { file } = await makeBackup(app.ctx)
  await verifyBackup(app.ctx.keyring, file, unpacked.path)
  expect(readdirSync(path.join(unpacked.path, 'files')).sort()).toEqual(stored)
  await app.storage.write(`${id}-${'x'.repeat(22)}`, inPieces(Buffer.from('no page')))
  for (const object of app.storage.objects.values()) object.writtenAt = 0
  expect(await sweepOrphans(app.ctx)).toBe(1)
  expect(objectsOf(app)).toEqual(stored)
})
