import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../project.mjs'
import { median } from './load.mjs'
import { sized } from './size.mjs'

const ROUNDS = sized(5, 1)
/** Without a pause, the requests would take a processor from the start. */
const POLL_MS = 5

/** Time from starting `npm run serve` to the first response. */
export async function benchStart() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  const port = await freePort()
  try {
    const served = []
    for (let count = 0; count <= ROUNDS; count++) served.push(await timeServe(folder, port))
    // The first start creates the database and the owner; the others measure a restart.
    const [first, ...again] = served
    return [
      { what: 'first start, new database', figure: `${first} ms` },
      { what: 'npm run serve until the first answer', figure: `${median(again)} ms`, goal: 'under 600 ms' },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timeServe(folder, port) {
  const started = performance.now()
  const npm = spawn('npm', ['run', 'serve'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' },
    stdio: 'ignore',
  })
  const gone = once(npm, 'exit')
  while (!(await health(port))?.ok) await sleep(POLL_MS)
  const elapsed = Math.round(performance.now() - started)
  npm.kill('SIGTERM')
  await gone
  await untilPortFree(port)
  return elapsed
}

async function untilPortFree(port) {
  while (await health(port));
}

/** The response, whatever its status; undefined when nothing listens. */
const health = (port) => fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
