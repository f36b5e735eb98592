// The built server over a folder of its own, for the browser tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'gce-e2e-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
Object.assign(process.env, {
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  ADMIN_USERNAME: 'owner',
  ADMIN_PASSWORD: 'the-owner-of-these-tests',
})
await import('../../dist/server/main.js')
