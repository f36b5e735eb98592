import { expect } from 'vitest'
import { seededRandom } from '../../../testing/system-tests/seeded-random.ts'
import { test } from '../../../testing/test-support/app-test.ts'
import { aPhoto, multipart, submitFields } from '../../../testing/test-support/factories.ts'
import { rawConnection, requestHead, statusesOf } from '../../../testing/test-support/raw-http.ts'
import { listening } from '../../../testing/test-support/socket-page.ts'
import { createTestApp, type Person } from '../../../testing/test-support/test-app.ts'

const twoPhotos = () => [1, 2].map((at) => ({ name: `photo-${at}.png`, bytes: aPhoto() }))

function submitHead({ cookie }: Person, { payload, headers }: ReturnType<typeof multipart>): string {
  const more = { 'content-length': payload.length, connection: 'close' }
  return requestHead('POST /api/submit', { cookie, ...headers, ...more })
}

test('receives two files complete and in order from chunks of any size', async ({ app, host }) => {
  const random = seededRandom(1)
  for (let at = 0; at < 25; at++) {
    const customer = await app.customer()
    const photos = twoPhotos()
    const form = multipart(submitFields(), photos)
    const connection = await rawConnection(host)
    connection.write(submitHead(customer, form))
    for (let sent = 0; sent < form.payload.length; ) {
      const piece = form.payload.subarray(sent, sent + 1 + random.below(700))
      await new Promise((resolve) => connection.socket.write(piece, resolve))
      sent += piece.length
    }
    expect(statusesOf(await connection.closed)).toEqual([200])
    const [submission] = (await app.request('GET', '/api/user/transactions', { as: customer })).json()
    for (const [index, { bytes }] of photos.entries()) {
      const url = `/api/files/${submission.uploadedFiles[index].id}?download=1`
      expect((await app.request('GET', url, { as: customer })).rawPayload.equals(bytes)).toBe(true)
    }
  }
})

/** Without file names the parts are read before they are stored: an empty one would be no file. */
const withoutNames = ({ payload, headers }: ReturnType<typeof multipart>) => ({
  payload: Buffer.from(payload.toString('latin1').replaceAll(/; filename="[^"]*"/g, ''), 'latin1'),
  headers,
})

test.each([
  ['with file names', (form: ReturnType<typeof multipart>) => form],
  ['without file names', withoutNames],
])('a body %s that ends at any byte leaves no file and no row', async (_, change) => {
  await using app = await createTestApp()
  const { host } = await listening(app)
  const customer = await app.customer()
  const random = seededRandom(2)
  const form = change(multipart(submitFields(), twoPhotos()))
  await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const connection = await rawConnection(host)
      const bytes = form.payload.subarray(0, random.below(form.payload.length))
      connection.write(submitHead(customer, form))
      // Half of them disconnect, half only end their side and wait for the response.
      await new Promise((resolve) => connection.socket.write(bytes, resolve))
      if (at % 2 === 0) connection.socket.destroy()
      else connection.socket.end()
      const statuses = statusesOf(await connection.closed)
      expect(at % 2 === 0 ? [] : [400]).toEqual(statuses)
    }),
  )
  // The files of the last disconnected ones may still be in removal.
  while (app.storage.objects.size > 0) await new Promise((resolve) => setImmediate(resolve))
  expect(await app.ctx.db.selectFrom('files').select('id').execute()).toEqual([])
  expect((await app.request('GET', '/api/user/transactions', { as: customer })).json()).toEqual([])
})

test('a client that keeps sending still gets the error', async ({ app, host }) => {
  const { cookie } = await app.customer()
  const form = new FormData()
  form.append('file', new Blob([Buffer.alloc(9 * 1024 * 1024, 'no photo')]), 'front.png')
  for (let at = 0; at < 5; at++) {
    const response = await fetch(`http://${host}/api/uploads`, { method: 'POST', headers: { cookie }, body: form })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ code: 'unsupported_type' })
  }
})
