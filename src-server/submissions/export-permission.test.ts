import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { setStaffActive } from '../accounts/set-staff-active.ts'
import { updateStaff } from '../accounts/update-staff.ts'
import { noRequest } from '../audit/audit-queries.ts'
import { asServer } from '../platform/db/database.ts'
import { seedQueue } from '../testing/bench/seed-queue.ts'
import { listening } from '../testing/test-support/socket-page.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

const URL = '/api/admin/submissions.csv'

test.each<[string, (app: TestApp, reviewerId: string) => Promise<unknown>]>([
  [
    'is disabled',
    ({ ctx }, id) => setStaffActive(asServer(ctx), { id: 'owner', ...noRequest }, { id, isActive: false }),
  ],
  [
    'gets another role',
    ({ ctx }, id) => updateStaff(asServer(ctx), { id: 'owner', ...noRequest }, { id, name: 'x', role: 'support' }),
  ],
])('aborts the response incomplete when its reviewer %s', async (_, end) => {
  await using app = await createTestApp()
  await seedQueue(app.ctx, 2_500, 60_000)
  const reviewer = await app.colleague('reviewer')
  const { host } = await listening(app)
  const ended = afterFirstPiece(app, () => end(app, reviewer.id))
  const received = await new Promise<{ isComplete: boolean; text: string }>((resolve) => {
    get(`http://${host}${URL}`, { headers: { cookie: reviewer.cookie } }, (response) => {
      let text = ''
      response.on('data', (piece) => {
        text += piece
      })
      response.on('error', () => undefined)
      response.once('close', () => resolve({ isComplete: response.complete, text }))
    })
  })
  await ended
  expect(received.isComplete).toBe(false)
  expect(received.text).toContain('Submission ID')
  expect(received.text.split('\r\n').length).toBeLessThan(2_500)
  expect((await app.request('GET', URL, { as: reviewer })).statusCode).toBe(401)
})

/**
 * Sends the first piece of the next response and no further one until `work` is done. The network alone would accept
 * the whole file. Resolves as `work` does.
 */
function afterFirstPiece({ server }: TestApp, work: () => Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    server.server.prependOnceListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      const { write } = response
      response.write = (piece: string) => {
        response.write = write
        response.write(piece)
        work()
          .finally(() => response.emit('drain'))
          .then(resolve, reject)
        return false
      }
    })
  })
}
