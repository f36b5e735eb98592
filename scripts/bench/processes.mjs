// Measured servers, each in its own process on loopback.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../project.mjs'

// They are deleted at the end: for minutes after it has deleted thousands of files, ext4 creates new ones several times
// as slowly.
const folders = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Starts `script` (relative to the project, or absolute) and resolves with its address when it prints one. */
async function startProcess(script, { env = {}, flags = [] } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  folders.push(folder)
  const child = spawn(process.execPath, [...flags, path.resolve(root, script)], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let output = ''
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      output += text
      const found = /(http:\/\/\S+)\s/.exec(output)
      if (found) resolve(found[1].replace('localhost', '127.0.0.1'))
    })
    gone.then(() => reject(new Error(`${script} did not start`)))
  })
  return {
    url,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

export const benchOwner = { username: 'owner', password: 'the-owner-of-the-bench' }

export const startExchange = (script = 'dist/server/main.js', env = {}) =>
  startProcess(script, {
    // The same arguments and allocator as in `npm run serve`.
    env: {
      MALLOC_ARENA_MAX: '1',
      ADMIN_USERNAME: benchOwner.username,
      ADMIN_PASSWORD: benchOwner.password,
      ...env,
    },
    flags: ['--max-semi-space-size=4'],
  })
export const startControl = (env = {}) => startProcess('scripts/bench/control-server.mjs', { env })
