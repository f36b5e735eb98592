import sharp from 'sharp'
import { expect } from 'vitest'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aPhoto, aSubmission } from '../testing/test-support/factories.ts'
import { aPdf } from '../testing/test-support/pictures.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const get = (app: TestApp, as: Person | undefined, id: string, query = '') =>
  app.request('GET', `/api/files/${id}${query}`, as ? { as } : {})
const audit = ({ ctx }: TestApp) =>
  ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'file.viewed').execute()

test('serves the owner a rendition, before and after submitting, without an audit entry', async ({ app }) => {
  const owner = await app.customer()
  const photo = aPhoto()
  const id = await anUpload(app, owner, 'front.png', photo)
  for (const submit of [false, true]) {
    if (submit) await aSubmission(app, owner, { fileIds: [id] })
    const response = await get(app, owner, id)
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.includes('photo ')).toBe(false)
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 404 })
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(response.rawPayload.length),
      'content-disposition': 'inline; filename=front.jpg',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(response.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  }
  expect(await audit(app)).toEqual([])
})

test('serves the uploaded bytes as an attachment with ?download=1', async ({ app, customer: owner }) => {
  const photo = aPhoto()
  const response = await get(app, owner, await anUpload(app, owner, 'front.png', photo), '?download=1')
  expect(response.rawPayload.equals(photo)).toBe(true)
  expect(response.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(photo.length),
    'content-disposition': 'attachment; filename=front.png',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })
})

test('shows a PDF as a picture, and sends its bytes as an attachment alone', async ({ app, customer: owner }) => {
  const pdf = aPdf()
  const id = await anUpload(app, owner, 'receipt.pdf', pdf)
  expect((await get(app, owner, id)).headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline; filename=receipt.jpg',
    'page-count': '1',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })
  const original = await app.request('GET', `/api/files/${id}?download=original`, { as: owner })
  expect(original.rawPayload.equals(pdf)).toBe(true)
  expect(original.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=receipt.pdf',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })
})

test.each([
  ['a picture on another site', { site: 'cross-site', mode: 'no-cors', dest: 'image' }, 403],
  ['a picture on a neighbour of ours', { site: 'same-site', mode: 'no-cors', dest: 'image' }, 403],
  ['a frame on another site', { site: 'cross-site', mode: 'navigate', dest: 'iframe' }, 403],
  ['a script of another site', { site: 'cross-site', mode: 'cors', dest: 'empty' }, 403],
  ['a link in a mail that is read in the browser', { site: 'cross-site', mode: 'navigate', dest: 'document' }, 200],
  ['an address that was typed', { site: 'none', mode: 'navigate', dest: 'document' }, 200],
  ['a picture on our own page', { site: 'same-origin', mode: 'no-cors', dest: 'image' }, 200],
])('responds to %s with the expected status', async (_, { site, mode, dest }, status) => {
  await using app = await createTestApp()
  const owner = await app.customer()
  const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
  const response = await app.request('GET', `/api/files/${await anUpload(app, owner)}`, { as: owner, headers })
  expect(response.statusCode).toBe(status)
})

test('responds to another customer as to an unknown file', async ({ app, customer: owner, other }) => {
  const id = await anUpload(app, owner)
  await aSubmission(app, owner, { fileIds: [id] })
  const theirs = await get(app, other, id)
  const nothing = await get(app, other, 'AAAAAAAAAAAAAAAAAAAAAA')
  expect(theirs.statusCode).toBe(404)
  expect({ ...theirs.json(), requestId: '' }).toEqual({ ...nothing.json(), requestId: '' })
  expect(Object.keys(theirs.headers)).toEqual(Object.keys(nothing.headers))
})

test('rejects a visitor as unauthenticated', async ({ app }) => {
  const id = await anUpload(app, await app.customer())
  expect((await get(app, undefined, id)).statusCode).toBe(401)
})

test('lets staff read submitted files and audits every read', async ({ app, customer: owner, staff }) => {
  const id = await anUpload(app, owner)
  const submissionId = await aSubmission(app, owner, { fileIds: [id] })
  expect((await get(app, staff, id)).statusCode).toBe(200)
  expect((await get(app, staff, id, '?download=1')).statusCode).toBe(200)
  const entry = { actor_id: staff.id, object_id: id, detail: submissionId, ip: '127.0.0.1' }
  expect(await audit(app)).toMatchObject([entry, entry])
})

test('hides an unattached photo from staff', async ({ app, customer: owner, staff }) => {
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
  [`${'x\u0302\u0301'.repeat(150)}.png`, `${'x\u0302\u0301'.repeat(33)}${'x\u0302\u0301'.repeat(5)}.png`],
  [`a${'🇩🇪'.repeat(150)}.png`, `a${'🇩🇪'.repeat(24)}${'🇩🇪'.repeat(4)}.png`],
  [`x${'\u0302'.repeat(300)}`, 'file'],
])('sanitizes the name %j to %j and keeps the headers valid', async (sent, shown) => {
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
  'rejects the id %s with not_found',
  async (id) => {
    await using app = await createTestApp()
    const response = await get(app, await app.customer(), id)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found', message: 'Not found.' })
  },
)

test('does not serve bytes that were altered in storage', async ({ app, customer: owner }) => {
  const photo = aPhoto()
  const id = await anUpload(app, owner, 'front.png', photo)
  for (const { bytes } of app.storage.objects.values()) bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1)
  for (const query of ['', '?download=1']) {
    const response = await get(app, owner, id, query).catch(() => undefined)
    expect(response?.statusCode === 200 && response.rawPayload.length > 0).toBe(false)
  }
  expect(app.log()).toContain('"level":50')
})

test('lets reviewers open card photos, but not support', async ({ app, customer: owner }) => {
  const id = await anUpload(app, owner)
  await aSubmission(app, owner, { fileIds: [id] })
  expect((await get(app, await app.colleague('reviewer'), id)).statusCode).toBe(200)
  for (const role of ['support', 'finance'] as const)
    expect((await get(app, await app.colleague(role), id)).statusCode).toBe(404)
})
