import { expect, test } from 'vitest'
import { rawConnection, requestHead, statusesOf } from '../../testing/test-support/raw-http.ts'
import { listening } from '../../testing/test-support/socket-page.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

/** Spellings of a path that the router decodes. */
const encodings: readonly ((url: string) => string)[] = [
  (url) => url.replace('a', '%61'),
  (url) => url.replace('trpc', '%74rpc'),
  (url) => url.replace('p', '%70'),
  (url) => url.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
]
const notStored = {
  'cache-control': 'no-store',
  'content-security-policy': expect.stringMatching(/^default-src 'none'/),
}

test.each([
  ['', '/api/user/transactions', 200],
  ['', '/trpc/account.session', 200],
  ['', '/api/nothing', 404],
  ['/cash', '/cash/api/user/transactions', 200],
] as const)('at base path "%s" answers of %s are not stored, however it is encoded', async (BASE_PATH, url, status) => {
  await using app = await createTestApp({ BASE_PATH })
  const customer = await app.customer()
  for (const encode of encodings) {
    const { statusCode, headers } = await app.request('GET', encode(url), { as: customer })
    expect([encode(url), statusCode, headers]).toEqual([encode(url), status, expect.objectContaining(notStored)])
  }
})

test('marks API responses no-store for absolute URLs too', async () => {
  await using app = await createTestApp()
  const { host } = await listening(app)
  const connection = await rawConnection(host)
  connection.write(requestHead('GET http://localhost/api/health', { connection: 'close' }))
  const answer = await connection.closed
  expect(statusesOf(answer)).toEqual([200])
  expect(answer).toMatch(/cache-control: no-store/)
})
