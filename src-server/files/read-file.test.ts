import { expect, test } from 'vitest'
import { anUpload, aPhoto, aSubmission } from '../testing/makers.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-app.ts'

const get = (app: TestApp, as: Person | undefined, id: string, query = '') =>
  app.request('GET', `/api/files/${id}${query}`, as ? { as } : {})
const audit = ({ ctx }: TestApp) =>
  ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'file.viewed').execute()

test('the owner reads back the same bytes, before and after submitting, without a trace in the audit log', async () => {
  await using app = await createTestApp()
  const owner = await app.customer()
  const photo = aPhoto()
  const id = await anUpload(app, owner, 'front.png', photo)
  for (const submit of [false, true]) {
    if (submit) await aSubmission(app, owner, { fileIds: [id] })
    const response = await get(app, owner, id)
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.equals(photo)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(photo.length),
      'content-disposition': 'inline; filename=front.png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(response.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  }
  expect(await audit(app)).toEqual([])
})

test('?download=1 asks the browser to save it', async () => {
  await using app = await createTestApp()
  const owner = await app.customer()
  const response = await get(app, owner, await anUpload(app, owner), '?download=1')
  expect(response.headers['content-disposition']).toBe('attachment; filename=front.png')
})

test('to a stranger a file is the same as none', async () => {
  await using app = await createTestApp()
  const [owner, stranger] = [await app.customer(), await app.customer()]
  const id = await anUpload(app, owner)
  await aSubmission(app, owner, { fileIds: [id] })
  const theirs = await get(app, stranger, id)
  const nothing = await get(app, stranger, 'AAAAAAAAAAAAAAAAAAAAAA')
  expect(theirs.statusCode).toBe(404)
  expect({ ...theirs.json(), requestId: '' }).toEqual({ ...nothing.json(), requestId: '' })
  expect(Object.keys(theirs.headers)).toEqual(Object.keys(nothing.headers))
})

test('a visitor is asked to sign in', async () => {
  await using app = await createTestApp()
  const id = await anUpload(app, await app.customer())
  expect((await get(app, undefined, id)).statusCode).toBe(401)
})

test('staff read what was submitted, and each look is in the audit log', async () => {
  await using app = await createTestApp()
  const [owner, staff] = [await app.customer(), await app.staff()]
  const id = await anUpload(app, owner)
  const submissionId = await aSubmission(app, owner, { fileIds: [id] })
  expect((await get(app, staff, id)).statusCode).toBe(200)
  expect((await get(app, staff, id, '?download=1')).statusCode).toBe(200)
  const entry = { actor_id: staff.id, object_id: id, detail: submissionId, ip: '127.0.0.1' }
  expect(await audit(app)).toMatchObject([entry, entry])
})

test('a photo that is still being chosen is its owner’s alone', async () => {
  await using app = await createTestApp()
  const [owner, staff] = [await app.customer(), await app.staff()]
  expect((await get(app, staff, await anUpload(app, owner))).statusCode).toBe(404)
  expect(await audit(app)).toEqual([])
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\card.png', 'card.png'],
  ['..', 'file'],
  ['', 'file'],
  ['card"; evil="1.png', 'card"; evil="1.png'],
  ['card\r\nSet-Cookie: gce=x.png', 'cardSet-Cookie: gce=x.png'],
  ['invoice\u202egnp.exe', 'invoicegnp.exe'],
  ['karte 💳 vorne.png', 'karte 💳 vorne.png'],
  [`${'x'.repeat(296)}.png`, `${'x'.repeat(100)}${'x'.repeat(16)}.png`],
  [`${'💳'.repeat(150)}.png`, `${'💳'.repeat(50)}${'💳'.repeat(8)}.png`],
])('the name %j is shown as %j and breaks no header', async (sent, shown) => {
  await using app = await createTestApp()
  const owner = await app.customer()
  const id = await anUpload(app, owner, sent)
  const { file_name } = await app.ctx.db.selectFrom('files').select('file_name').executeTakeFirstOrThrow()
  expect(file_name).toBe(shown)
  const { headers, statusCode } = await get(app, owner, id)
  expect(statusCode).toBe(200)
  const header = String(headers['content-disposition'])
  expect(header).toMatch(
    /^inline; filename=(?:[\w.-]+|"(?:[^"\\\p{Cc}]|\\.)*")(?:; filename\*=UTF-8''[\w%.!~*'()-]+)?$/u,
  )
  expect(headers['set-cookie']).toBeUndefined()
})

test.each(['..%2F..%2Fetc%2Fpasswd', '%00', 'x'.repeat(900), "'%20or%201=1", '__proto__'])(
  'the id %s is nothing',
  async (id) => {
    await using app = await createTestApp()
    const response = await get(app, await app.customer(), id)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found', message: 'Not found.' })
  },
)

test('bytes that were altered in storage are not handed out', async () => {
  await using app = await createTestApp()
  const owner = await app.customer()
  const photo = aPhoto()
  const id = await anUpload(app, owner, 'front.png', photo)
  const bytes = app.storage.objects.get(id)?.bytes
  bytes?.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1)
  const response = await get(app, owner, id).catch(() => undefined)
  expect(response?.statusCode === 200 && response.rawPayload.length > 0).toBe(false)
  expect(app.log()).toContain('"level":50')
})

test('a reviewer opens the photos of a card, support does not', async () => {
  await using app = await createTestApp()
  const owner = await app.customer()
  const id = await anUpload(app, owner)
  await aSubmission(app, owner, { fileIds: [id] })
  expect((await get(app, await app.colleague('reviewer'), id)).statusCode).toBe(200)
  expect((await get(app, await app.colleague('support'), id)).statusCode).toBe(404)
})
