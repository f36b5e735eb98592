import { expect, test } from 'vitest'
import { listening } from '../testing/socket-page.ts'
import { createTestApp } from '../testing/test-app.ts'

test('subscriptions are not streamed over HTTP, where nothing would end them with the session', async () => {
  await using app = await createTestApp()
  const { host } = await listening(app)
  const { cookie } = await app.customer()
  const headers = { cookie, accept: 'text/event-stream' }
  const response = await fetch(`http://${host}/trpc/transactions.watch`, { headers })
  // It ends, so that its text can be read.
  expect(await response.text()).toContain('This is told over the WebSocket only.')
})
