import { expect, test } from 'vitest'
import { listening } from '../test-support/socket-page.ts'
import { createTestApp } from '../test-support/test-app.ts'

test('rejects subscriptions over HTTP, where they would outlive the session', async () => {
  await using app = await createTestApp()
  const { host } = await listening(app)
  const { cookie } = await app.customer()
  const headers = { cookie, accept: 'text/event-stream' }
  const response = await fetch(`http://${host}/trpc/transactions.watch`, { headers })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: 'Subscriptions are only available over WebSocket.' })
})
