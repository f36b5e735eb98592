import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../project.mjs'
import { median } from './load.mjs'

const ROUNDS = 5
const PORT = 3299
/** Without a pause, the requests would take a processor from the start. */
const POLL_MS = 5

/** Time from starting `npm run serve` to the first response. */
export async function benchStart() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  try {
    const served = []
    for (let count = 0; count <= ROUNDS; count++) served.push(await timeServe(folder))
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

async function timeServe(folder) {
  const started = performance.now()
  const npm = spawn('npm', ['run', 'serve'], {
    cwd: root,
    env: { ...process.env, PORT: String(PORT), DATA_DIR: folder, LOG_LEVEL: 'error' },
    stdio: 'ignore',
  })
  const gone = once(npm, 'exit')
  while (!(await health())?.ok) await sleep(POLL_MS)
  const elapsed = Math.round(performance.now() - started)
  npm.kill('SIGTERM')
  await gone
  await untilPortFree()
  return elapsed
}

async function untilPortFree() {
  while (await health());
}

/** The response, whatever its status; undefined when nothing listens. */
const health = () => fetch(`http://127.0.0.1:${PORT}/api/health`).catch(() => undefined)
