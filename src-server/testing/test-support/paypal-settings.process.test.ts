import { expect, test } from 'vitest'
import { startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

const clientSecret = 'the-client-secret-of-this-test'
const app = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: 'webhook' }

test.each([
  [{ ...app, PAYPAL_WEBHOOK_ID: '' }, 'Payouts by PayPal need PAYPAL_WEBHOOK_ID too.'],
  [{ ...app, PAYPAL_API_URL: 'http://paypal.example' }, 'PAYPAL_API_URL is an https address'],
])('does not start with a wrong PayPal app and names what to set, without the secret', async (env, words) => {
  using data = tempFolder()
  const rejection = await startServerProcess(data.path, env).catch((error: unknown) => error)
  expect(rejection).toMatchObject({ exitCode: 78, message: expect.stringContaining(words) })
  expect(String(rejection)).not.toContain(clientSecret)
})

test('starts with a PayPal app and prints nothing of its secret', async () => {
  using data = tempFolder()
  const server = await startServerProcess(data.path, { ...app, LOG_REQUESTS: 'on' })
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.output()).toContain('/api/ready')
  expect(server.output()).not.toContain(clientSecret)
})
