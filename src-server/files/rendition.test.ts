import sharp from 'sharp'
import { expect } from 'vitest'
import { makeBackup } from '../operator/operations/backup.ts'
import { encryptFile } from '../platform/encryption/encrypt-file.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aPhoto, aSubmission, inPieces, multipart, submitFields } from '../testing/test-support/factories.ts'
import { aGif, aJpeg } from '../testing/test-support/pictures.ts'
import type { Person, TestApp } from '../testing/test-support/test-app.ts'
import { generateMissingRenditions } from './generate-renditions.ts'
import { removeUpload } from './save-upload.ts'
import { sweepOrphans } from './sweep-orphans.ts'

const shown = (app: TestApp, as: Person, id: string) => app.request('GET', `/api/files/${id}`, { as })
const fileRow = ({ ctx }: TestApp, id: string) =>
  ctx.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Submits this file over REST and forgets what was drawn of it, like a file of an old site; returns the file's id. */
async function submittedFile(app: TestApp, as: Person, bytes: Buffer): Promise<string> {
  const form = multipart(submitFields(), [{ name: 'front.jpg', bytes, type: 'image/jpeg' }])
  const response = await app.request('POST', '/api/submit', { as, ...form })
  expect(response.statusCode).toBe(200)
  const [submission] = (await app.request('GET', '/api/user/transactions', { as })).json()
  const { id } = submission.uploadedFiles[0]
  await app.storage.remove((await fileRow(app, id)).rendition_id ?? '')
  await app.ctx.db.updateTable('files').set({ rendition_id: null, rendition_size: null }).execute()
  return id
}

/** A JPEG with valid structure that lacks half of its pixels. */
async function halfAJpeg(): Promise<Buffer> {
  const jpeg = await aJpeg(640, 400)
  return Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.from([0xff, 0xd9])])
}

test('rotates a picture upright and removes metadata and appended data', async ({ app, customer }) => {
  const photo = await sharp(await aJpeg(400, 300))
    .withExif({ IFD0: { Artist: 'CANARY-ARTIST' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6, density: 300 })
    .jpeg()
    .toBuffer()
  const id = await anUpload(app, customer, 'front.jpg', Buffer.concat([photo, Buffer.from('<script>CANARY</script>')]))
  const { rawPayload } = await shown(app, customer, id)
  const { width, height, exif, icc, xmp, orientation } = await sharp(rawPayload).metadata()
  expect({ width, height, exif, icc, xmp, orientation }).toEqual({ width: 300, height: 400 })
  expect(rawPayload.includes('CANARY')).toBe(false)
  expect([...rawPayload.subarray(-2)]).toEqual([0xff, 0xd9])
})

test('scales a large photo to 2,400 pixels on its longer side', async ({ app, customer }) => {
  const id = await anUpload(app, customer, 'front.jpg', await aJpeg(4_000, 3_000))
  expect(await sharp((await shown(app, customer, id)).rawPayload).metadata()).toMatchObject({
    width: 2400,
    height: 1800,
  })
})

test('shows the first frame of an animated GIF', async ({ app, customer }) => {
  const id = await anUpload(app, customer, 'card.gif', aGif(50))
  const { rawPayload } = await shown(app, customer, id)
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1, height: 1 })
})

test('generates a missing rendition once, at the first view', async ({ app, customer, staff }) => {
  const id = await submittedFile(app, customer, await aJpeg())
  expect((await fileRow(app, id)).rendition_id).toBeNull()
  const { pictures } = app.ctx.files
  let decoded = 0
  app.ctx.files.pictures = {
    ...pictures,
    render: (of, read) => {
      decoded++
      return pictures.render(of, read)
    },
  }
  const responses = await Promise.all([1, 2, 3].map(() => shown(app, staff, id)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(decoded).toBe(1)
  const { rendition_id } = await fileRow(app, id)
  expect([...app.storage.objects.keys()].sort()).toEqual([id, rendition_id].sort())
})

test('offers a stored file that cannot be decoded for download only', async ({ app, customer, staff }) => {
  const id = await submittedFile(app, customer, await aJpeg())
  const photo = await halfAJpeg()
  await app.storage.remove(id)
  await app.storage.write(id, encryptFile(app.ctx.keyring, id, inPieces(photo)))
  for (let count = 0; count < 2; count++) {
    const response = await shown(app, staff, id)
    expect(response.statusCode).toBe(422)
    expect(response.json().message).toBe("We can't show this file as a picture. You can download the original.")
    expect((await fileRow(app, id)).rendition_failed_at).toBe('2026-11-20T12:00:00.000Z')
  }
  const download = await app.request('GET', `/api/files/${id}?download=original`, { as: staff })
  expect(download.rawPayload.equals(photo)).toBe(true)
})

test('generates missing renditions in the background and skips a damaged file', async ({ app, customer }) => {
  const ids = [await anUpload(app, customer), await anUpload(app, customer), await anUpload(app, customer)]
  for (const { rendition_id } of await app.ctx.db.selectFrom('files').select('rendition_id').execute())
    await app.storage.remove(rendition_id ?? '')
  await app.ctx.db.updateTable('files').set({ rendition_id: null, rendition_size: null }).execute()
  const broken = [...ids].sort()[0] ?? ''
  app.storage.objects.get(broken)?.bytes.writeUInt8(9, 0)
  expect(await generateMissingRenditions(app.ctx)).toBe(2)
  expect(app.storage.objects.size).toBe(5)
  for (const id of ids) expect((await fileRow(app, id)).rendition_id === null).toBe(id === broken)
  expect(await generateMissingRenditions(app.ctx)).toBe(0)
})

test('leaves no object when a file is deleted during rendition', async ({ app, customer }) => {
  const id = await anUpload(app, customer)
  await app.storage.remove((await fileRow(app, id)).rendition_id ?? '')
  await app.ctx.db.updateTable('files').set({ rendition_id: null }).execute()
  const { pictures } = app.ctx.files
  app.ctx.files.pictures = {
    ...pictures,
    async render(of, read) {
      const picture = await pictures.render(of, read)
      await removeUpload(app.call, customer.id, id)
      return picture
    },
  }
  expect((await shown(app, customer, id)).statusCode).toBe(422)
  expect(app.storage.objects.size).toBe(0)
})

test('sweeps a rendition only when no file refers to it', async ({ app }) => {
  await aSubmission(app, await app.customer())
  for (const object of app.storage.objects.values()) object.writtenAt = 0
  expect(await sweepOrphans(app.ctx)).toBe(0)
  await app.ctx.db.updateTable('files').set({ rendition_id: null }).execute()
  expect(await sweepOrphans(app.ctx)).toBe(1)
})

test('encrypts renditions bound to their own key', async ({ app, customer }) => {
  const id = await anUpload(app, customer)
  const key = (await fileRow(app, id)).rendition_id ?? ''
  const [file, picture] = [app.storage.objects.get(id), app.storage.objects.get(key)]
  expect(picture?.bytes.includes('JFIF')).toBe(false)
  if (file && picture) app.storage.objects.set(key, file)
  const response = await shown(app, customer, id).catch(() => undefined)
  expect(response?.statusCode === 200 && response.rawPayload.length > 0).toBe(false)
})

test('rejects a backup when a rendition is missing', async ({ app }) => {
  const id = await anUpload(app, await app.customer())
  await app.storage.remove((await fileRow(app, id)).rendition_id ?? '')
  await expect(makeBackup(app.ctx)).rejects.toThrow('is missing, but the database names it')
})

test('limits unattached uploads to 120 per customer, also for concurrent ones', async ({ app, customer, other }) => {
  const upload = (as: Person) =>
    app.request('POST', '/api/uploads', { as, ...multipart({}, [{ name: 'front.gif', bytes: aGif() }]) })
  for (let count = 0; count < 117; count++) expect((await upload(customer)).statusCode).toBe(201)
  const responses = await Promise.all(Array.from({ length: 6 }, () => upload(customer)))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 429, 429, 429])
  const late = await upload(customer)
  expect(late.headers['retry-after']).toBe('3600')
  expect(late.json().message).toBe(
    'You have uploaded too many files without submitting an order. Please submit or remove some, or try again tomorrow.',
  )
  expect(app.storage.objects.size).toBe(240)
  expect((await upload(other)).statusCode).toBe(201)
  const { id } = await app.ctx.db
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', customer.id)
    .executeTakeFirstOrThrow()
  await customer.api.exchange.removeUpload({ fileId: id })
  expect((await upload(customer)).statusCode).toBe(201)
})

test('renders photos with a palette or in greyscale', async ({ app, customer }) => {
  for (const colours of ['b-w', 'srgb'] as const) {
    const photo = await sharp(aPhoto()).toColourspace(colours).png({ palette: true, progressive: true }).toBuffer()
    expect((await shown(app, customer, await anUpload(app, customer, 'card.png', photo))).statusCode).toBe(200)
  }
})
