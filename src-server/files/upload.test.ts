import { expect } from 'vitest'
import { uploadMessages } from '#shared/upload.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aPhoto, multipart } from '../testing/test-support/factories.ts'
import { aGif, aJpeg, aPdf } from '../testing/test-support/pictures.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { saveUpload } from './save-upload.ts'

const MAX = 10 * 1024 * 1024
const png = aPhoto()
const jpeg = await aJpeg()
const gif = aGif()
const pdf = aPdf()

const upload = (app: TestApp, as: Person, name: string, bytes: Buffer, type = 'image/png') =>
  app.request('POST', '/api/uploads', { as, ...multipart({}, [{ name, bytes, field: 'file', type }]) })
const fileRows = ({ ctx }: TestApp) => ctx.db.selectFrom('files').selectAll().execute()

async function expectNothingKept(app: TestApp) {
  expect(await fileRows(app)).toEqual([])
  expect(app.storage.objects.size).toBe(0)
}

test.each([
  ['a PNG named .jpg', 'card.jpg', png, 'image/png'],
  ['a JPEG without an ending', 'card', jpeg, 'image/jpeg'],
  ['a GIF', 'card.gif', gif, 'image/gif'],
  ['a PDF said to be text', 'receipt.pdf', pdf, 'application/pdf'],
])('detects the type of %s from its bytes', async (_, fileName, bytes, mimeType) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const response = await upload(app, customer, fileName, bytes, 'text/plain')
  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({
    id: expect.any(String),
    fileName,
    fileSize: bytes.length,
    mimeType,
    uploadedAt: '2026-11-20T12:00:00.000Z',
  })
})

test.each([
  ['HTML named .png', 'card.png', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['SVG', 'card.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['a program', 'card.jpg', Buffer.from('MZ\x90\0'.padEnd(3_000))],
  ['a PNG head with a wrong byte', 'card.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0b])],
  ['an empty file', 'card.png', Buffer.alloc(0)],
  ['an image after a line of text', 'card.png', Buffer.concat([Buffer.from('\n'), png])],
  ['a file with words of ours in its name', 'aborted multipart boundary.png', Buffer.from('text')],
])('rejects %s with the specified message and stores nothing', async (_, name, bytes) => {
  await using app = await createTestApp()
  const response = await upload(app, await app.customer(), name, bytes)
  expect(response.statusCode).toBe(415)
  expect(response.json()).toMatchObject({
    code: 'unsupported_type',
    message: `${name} is not a supported file type. Please upload JPG, PNG, GIF, or PDF files.`,
  })
  await expectNothingKept(app)
})

test('rejects a HEIC photo with instructions, whatever its name, and stores nothing', async ({ app }) => {
  const heic = Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1heic'.padEnd(3_000))
  const response = await upload(app, await app.customer(), 'card.jpg', heic, 'image/jpeg')
  expect(response.statusCode).toBe(415)
  expect(response.json().message).toBe(uploadMessages.heic('card.jpg'))
  await expectNothingKept(app)
})

test('stores the same file when it arrives byte by byte', async ({ app, customer }) => {
  async function* single() {
    for (const byte of jpeg) yield Uint8Array.of(byte)
  }
  const { id } = await saveUpload(app.call, customer.id, { name: 'card.jpg', bytes: single() })
  const back = await app.request('GET', `/api/files/${id}?download=1`, { as: customer })
  expect(back.rawPayload.equals(jpeg)).toBe(true)
})

test('accepts 10 MB', async ({ app }) => {
  const bytes = Buffer.concat([png, Buffer.alloc(MAX - png.length)])
  const response = await upload(app, await app.customer(), 'big.png', bytes)
  expect(response.statusCode).toBe(201)
  expect(response.json().fileSize).toBe(MAX)
})

test.each([1, 5 * 1024 * 1024])(
  'rejects 10 MB and %d more with the specified message and stores nothing',
  async (more) => {
    await using app = await createTestApp()
    const bytes = Buffer.concat([png, Buffer.alloc(MAX + more - png.length)])
    const response = await upload(app, await app.customer(), 'big.png', bytes)
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({
      code: 'too_large',
      message: 'big.png is too large. Maximum size is 10MB.',
    })
    await expectNothingKept(app)
  },
)

test('leaves nothing when the source fails midway', async ({ app, customer }) => {
  async function* broken() {
    yield png
    throw new Error('the phone went away')
  }
  const saving = saveUpload(app.call, customer.id, { name: 'a.png', bytes: broken() })
  await expect(saving).rejects.toThrow('went away')
  await expectNothingKept(app)
})

test('encrypts the stored bytes', async ({ app }) => {
  await upload(app, await app.customer(), 'receipt.pdf', aPdf(`/Number (${'4111111111111111'.repeat(9)})`))
  const objects = [...app.storage.objects.values()]
  expect(objects).toHaveLength(2)
  for (const { bytes } of objects)
    for (const plain of ['4111111111111111', '%PDF', 'JFIF']) expect(bytes.includes(plain)).toBe(false)
})

test('rejects a visitor as unauthenticated', async ({ app }) => {
  const response = await app.request('POST', '/api/uploads', multipart({}, [{ name: 'a.png', bytes: png }]))
  expect(response.statusCode).toBe(401)
  await expectNothingKept(app)
})

test('lets only its owner delete an upload, with row and objects', async ({ app, customer: owner, other }) => {
  const { id } = (await upload(app, owner, 'a.png', png)).json()
  expect((await app.request('DELETE', `/api/uploads/${id}`, { as: other })).statusCode).toBe(404)
  // The file and its rendition.
  expect(app.storage.objects.size).toBe(2)
  expect((await app.request('DELETE', `/api/uploads/${id}`, { as: owner })).statusCode).toBe(200)
  await expectNothingKept(app)
})

test('rejects deleting a submitted file', async ({ app, customer: owner }) => {
  const { id } = (await upload(app, owner, 'a.png', png)).json()
  await app.ctx.db
    .updateTable('files')
    .set({ submission_id: await registrationOf(app) })
    .execute()
  await expect(owner.api.exchange.removeUpload({ fileId: id })).rejects.toMatchObject({ cause: { code: 'not_found' } })
  expect(app.storage.objects.size).toBe(2)
})

async function registrationOf({ ctx }: TestApp): Promise<string> {
  return (await ctx.db.selectFrom('submissions').select('id').executeTakeFirstOrThrow()).id
}

test.each<[string, (app: TestApp, customer: Person) => Promise<unknown>]>([
  ['has deleted their account', (_, { api }) => api.account.deleteAccount({ password: customerPassword })],
  [
    'was disabled',
    async (app, { id }) => (await app.staff()).api.admin.users.setActive({ userId: id, isActive: false }),
  ],
  ['has signed out', (app, as) => app.request('POST', '/api/auth/sign-out', { as })],
])('rejects a running upload and removes its bytes when the customer %s', async (_, end) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const { write } = app.storage
  // The call is authorized before its first bytes are stored.
  app.storage.write = async (key, chunks) => {
    app.storage.write = write
    await end(app, customer)
    await write(key, chunks)
  }
  const response = await upload(app, customer, 'front.png', png)
  expect(app.storage.write).toBe(write)
  expect(response.statusCode).toBe(401)
  await expectNothingKept(app)
})
