// Runs the built server on a free port over its own folder for the browser tests, with a fake of PayPal. It prints the
// folder and the address, which `playwright.config.ts` passes on; `e2e/mailbox.ts` reads the mails of the server.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { askNoSecondPerson } from '../../src-server/testing/test-support/site-controls.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'gce-e2e-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const dataFolder = path.join(folder, 'data')
/** Below the ports that the system gives to clients. */
const PORTS = [10_000, 32_000]
const PORT_IN_USE = 75

/** Starts the fake of PayPal on a free port, where it ends with this process. Returns the port. */
async function startPayPal(...app) {
  const port = String(randomInt(...PORTS))
  const program = path.resolve(
    import.meta.dirname,
    '../../src-server/testing/test-support/fake-paypal/fake-paypal-program.mjs',
  )
  const stdio = ['pipe', 'pipe', 'inherit']
  const payPal = spawn(process.execPath, [program, path.join(folder, 'paypal'), port, ...app], { stdio })
  const [code] = await Promise.race([once(payPal.stdout, 'data').then(() => []), once(payPal, 'exit')])
  if (code === PORT_IN_USE) return startPayPal(...app)
  if (code !== undefined) throw new Error(`The fake of PayPal ended with ${code}.`)
  return port
}

Object.assign(process.env, {
  PORT: '0',
  DATA_DIR: dataFolder,
  LOG_LEVEL: 'warn',
  ADMIN_USERNAME: 'owner',
  ADMIN_PASSWORD: 'the-owner-of-these-tests',
  LIMITS: 'off',
  PAYPAL_API_URL: `http://127.0.0.1:${await startPayPal('id', 'secret', 'webhook')}`,
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
})
/** Hides 'Open your shop', which would stand above the orders in every test; its own tests show it. */
async function hideSteps(url) {
  const call = (path, method, body, cookie = '') =>
    fetch(`${url}/api/admin/${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    })
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = process.env
  const signedIn = await call('login', 'POST', { username, password })
  const cookie = signedIn.headers.getSetCookie().map((each) => each.split(';')[0])
  const { status } = await call('setup/dismissed', 'PUT', { isDismissed: true }, cookie.join('; '))
  if (status !== 200) throw new Error(`The steps were not hidden: ${status}.`)
  await askNoSecondPerson(url, { username, password })
}

/** Tests begin when this line appears. */
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (text, ...rest) => {
  const [, url] = /is open on (\S+)\n/.exec(String(text)) ?? []
  if (url === undefined) return write(text, ...rest)
  void hideSteps(url.replace('localhost', '127.0.0.1')).then(() => write(text, ...rest))
  return true
}
process.stdout.write(`The data is in ${dataFolder}\n`)
await import(path.resolve(import.meta.dirname, '../..', process.env.BUILD_DIR ?? 'dist', 'server/main.js'))
