// Runs the built server over its own folder for the browser tests, with a fake of PayPal; `e2e/mailbox.ts` reads its
// mails there.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = path.join(tmpdir(), `gce-e2e-${process.env.PORT}`)
const payPalFolder = `${folder}-paypal`
const clear = () => {
  for (const each of [folder, payPalFolder]) rmSync(each, { recursive: true, force: true })
}
clear()
process.on('exit', clear)

/** Starts the fake of PayPal, which ends with this process. Returns its port. */
async function startPayPal(...app) {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const port = String(free.address().port)
  free.close()
  await once(free, 'close')
  const program = path.resolve(import.meta.dirname, '../../src-server/test-support/fake-paypal/fake-paypal-program.mjs')
  const stdio = ['pipe', 'pipe', 'inherit']
  const payPal = spawn(process.execPath, [program, payPalFolder, port, ...app], { stdio })
  const [code] = await Promise.race([once(payPal.stdout, 'data').then(() => []), once(payPal, 'exit')])
  if (code !== undefined) throw new Error(`The fake of PayPal ended with ${code}.`)
  return port
}

Object.assign(process.env, {
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  ADMIN_USERNAME: 'owner',
  ADMIN_PASSWORD: 'the-owner-of-these-tests',
  LIMITS: 'off',
  PAYPAL_API_URL: `http://127.0.0.1:${await startPayPal('id', 'secret', 'webhook')}`,
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
})
await import('../../dist/server/main.js')
