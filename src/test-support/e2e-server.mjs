// Runs the built server over its own folder for the browser tests; `e2e/mailbox.ts` reads its mails there.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = path.join(tmpdir(), `gce-e2e-${process.env.PORT}`)
const clear = () => rmSync(folder, { recursive: true, force: true })
clear()
process.on('exit', clear)
Object.assign(process.env, {
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  ADMIN_USERNAME: 'owner',
  ADMIN_PASSWORD: 'the-owner-of-these-tests',
  LIMITS: 'off',
})
await import('../../dist/server/main.js')
