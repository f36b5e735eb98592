import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { rawConnection, requestHead, statusesOf } from '../../testing/test-support/raw-http.ts'
import { listening } from '../../testing/test-support/socket-page.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

/** No limit but that of idle connections ends a connection within the time of a test. */
const limits = { lastAnswersMs: 20, stopMs: 300_000, headersTimeoutMs: 300_000 }

test('a shutdown closes connections that have sent nothing, but waits for a request that has begun to arrive', async () => {
  await using app = await createTestApp({}, { limits })
  const { host } = await listening(app)
  const accepted: Socket[] = []
  app.server.server.on('connection', (socket) => accepted.push(socket))
  const silent = await rawConnection(host)
  const begun = await rawConnection(host)
  const head = requestHead('GET /api/health')
  begun.write(head.slice(0, 10))
  await expect.poll(() => accepted.map(({ bytesRead }) => bytesRead)).toEqual([0, 10])

  const stopped = app.stop()
  expect(await silent.closed).toBe('')
  begun.write(head.slice(10))
  const answer = await begun.closed
  expect(statusesOf(answer)).toEqual([200])
  expect(answer).toMatch(/connection: close/i)
  await stopped
})
