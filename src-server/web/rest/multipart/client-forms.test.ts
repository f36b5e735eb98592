import { afterAll, expect, test } from 'vitest'
import { clientForms } from '../../../testing/test-support/client-forms.ts'
import { aChat, aPhoto } from '../../../testing/test-support/factories.ts'
import {
  type EncodedForm,
  encodeParts,
  fieldParts,
  filePart,
  notes,
  pngPart,
} from '../../../testing/test-support/form-encoding.ts'
import { oddForms } from '../../../testing/test-support/odd-forms.ts'
import { sendRaw } from '../../../testing/test-support/raw-http.ts'
import { listening } from '../../../testing/test-support/socket-page.ts'
import { createTestApp, type Person } from '../../../testing/test-support/test-app.ts'

const app = await createTestApp()
const host = (await listening(app)).host
const customer = await app.customer()
const staff = await app.staff()
afterAll(() => app[Symbol.asyncDispose]())

async function send(url: string, { cookie }: Person, { contentType, headers, ...form }: EncodedForm) {
  const all = { cookie, 'content-type': contentType, ...headers }
  const { status, body } = await sendRaw(host, `POST ${url}`, { ...form, headers: all })
  return { status, answer: JSON.parse(body) }
}

async function download(id: string): Promise<Buffer> {
  return (await app.request('GET', `/api/files/${id}?download=1`, { as: customer })).rawPayload
}

test.each([...clientForms, ...oddForms])('%s: an order, or a sentence that says why not', async (_, form, outcome) => {
  const photo = aPhoto()
  const stored = app.storage.objects.size
  const { status, answer } = await send('/api/submit', customer, form(photo))
  if ('status' in outcome) {
    expect([status, answer.message]).toEqual([outcome.status, expect.stringMatching(outcome.message)])
    expect(app.storage.objects.size).toBe(stored)
    return
  }
  expect([status, answer]).toEqual([200, { submissionId: expect.any(String) }])
  const { uploadedFiles } = await customer.api.transactions.get({ id: answer.submissionId })
  expect(uploadedFiles.map(({ fileName }) => fileName)).toEqual(outcome.fileNames)
  expect((await download(uploadedFiles[0]?.id ?? '')).equals(photo)).toBe(true)
  const { submission } = await staff.api.admin.review.get({ submissionId: answer.submissionId })
  expect(submission.additionalInfo).toBe(notes)
})

/** A Node.js that cannot ignore them rejects them. */
test.each([
  [
    'curl --http2',
    { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA' },
  ],
  ['Java', { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABk' }],
  ['a client of TLS in HTTP', { connection: 'Upgrade', upgrade: 'TLS/1.0, HTTP/1.1' }],
])('an order of %s, which offers another protocol, is an order or says so', async (_, headers) => {
  const body = encodeParts('b', [...fieldParts(), pngPart(aPhoto())])
  const closing = { ...headers, connection: `${headers.connection}, close` }
  const { status, answer } = await send('/api/submit', customer, {
    contentType: 'multipart/form-data; boundary=b',
    body,
    headers: closing,
  })
  if (status === 200) expect(answer.submissionId).toMatch(/^GCE-/)
  else expect([status, answer.message]).toEqual([400, 'Send this without the header Upgrade.'])
})

/** Files without a name, by what their part says of them. */
const unnamed = [
  ['of type octet-stream', 'name="file"', 'Content-Type: application/octet-stream', 'file'],
  ['of a picture', 'name="card"', 'Content-Type: image/png', 'card'],
  ['without a type', 'name="file"', '', 'file'],
  ['without a field name', '', 'Content-Type: image/png', 'file'],
] as const

test.each(unnamed)('an upload without a file name, %s, is named after its field', async (_, name, type, fileName) => {
  const photo = aPhoto()
  const body = encodeParts('b', [filePart(name, photo, type)])
  for (const chunkBytes of [undefined, 500]) {
    const form = { contentType: 'multipart/form-data; boundary=b', body, ...(chunkBytes && { chunkBytes }) }
    const { status, answer } = await send('/api/uploads', customer, form)
    expect([status, answer]).toEqual([201, expect.objectContaining({ fileName, fileSize: photo.length })])
    expect((await download(answer.id)).equals(photo)).toBe(true)
  }
})

test.each(unnamed)('a reply with an attachment without a file name, %s, is sent', async (_, name, type, fileName) => {
  const sessionId = await aChat(customer)
  const body = encodeParts('b', [filePart(name, aPhoto(), type), filePart('name="sessionId"', sessionId)])
  const form = { contentType: 'multipart/form-data; boundary=b', body }
  const { status } = await send('/api/admin/chat/reply', staff, form)
  expect(status).toBe(200)
  const messages = await customer.api.chat.messages({ sessionId })
  expect(messages.at(-1)?.attachments.map((file) => file.fileName)).toEqual([fileName])
})

test('none of these forms is an error of the server', () => {
  expect(app.log()).not.toContain('request failed')
})
