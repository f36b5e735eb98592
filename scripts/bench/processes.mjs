// Measured servers, each in its own process on loopback.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../project.mjs'

// They are deleted at the end: for minutes after it has deleted thousands of files, ext4 creates new ones several times
// as slowly.
const folders = []
const children = []
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Starts a command, which becomes a server, and resolves with its address when it prints one. */
async function startProcess([command, ...args], { env = {}, cwd = root } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  folders.push(folder)
  // Scripts that look for Node.js find the one of the benchmark.
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`
  const child = spawn(command, args, {
    cwd,
    env: { PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const gone = once(child, 'exit')
  let output = ''
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      output += text
      const found = /(http:\/\/\S+)\s/.exec(output)
      if (found) resolve(found[1].replace('localhost', '127.0.0.1'))
    })
    gone.then(() => reject(new Error(`${[command, ...args].join(' ')} did not start`)))
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

/** Starts the built site of a checkout as its `npm run serve` does; the shell becomes the server. */
export function startExchange(env = {}, checkout = root) {
  const { serve } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')).scripts
  return startProcess(['sh', '-c', serve], {
    cwd: checkout,
    env: { ADMIN_USERNAME: benchOwner.username, ADMIN_PASSWORD: benchOwner.password, ...env },
  })
}

/** Starts a program of the project, or an absolute one. */
export const startProgram = (script, env = {}) => startProcess([process.execPath, path.resolve(root, script)], { env })
export const startControl = (env) => startProgram('scripts/bench/control-server.mjs', env)
