import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './command-run.ts'
import { startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'
import { siteSettings } from './test-site.ts'

const root = path.resolve(import.meta.dirname, '../../..')

test.each(['start', 'serve'])('SIGTERM to `npm run %s` stops the server as well as npm', async (script) => {
  using folder = tempFolder()
  const npm = spawn('npm', ['run', script], {
    cwd: root,
    env: {
      ...process.env,
      ...(await siteSettings(folder.path)),
      PORT: '0',
      DATA_DIR: folder.path,
      ADMIN_USERNAME: '',
      ADMIN_PASSWORD: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    npm.once('exit', (code) => reject(new Error(`npm exited with ${code}:\n${output}`)))
    npm.stdout.on('data', (text: Buffer) => {
      output += text
      const [, address] = /is open on (\S+)\n[\s\S]*password: \S+/.exec(output) ?? []
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    })
  })
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  npm.kill('SIGTERM')
  await once(npm, 'exit')
  await closed(npm.stdout)
  await expect(fetch(`${url}/api/health`)).rejects.toThrow()
})

test('seeding before the first start prints no password of the owner; the start does', async () => {
  using folder = tempFolder()
  const env = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '' }
  const { code, output } = await runCommand('seed', folder.path, [], env)
  expect([code, output]).toEqual([0, expect.not.stringContaining('Owner of the staff area')])
  const server = await startServerProcess(folder.path, env)
  const [, password] = /Owner of the staff area: admin, password: (\S+)/.exec(server.output()) ?? []
  expect(await signInStatus(server.url, password)).toBe(200)
  await server.end('SIGKILL')
})

async function signInStatus(url: string, password: string | undefined): Promise<number> {
  const body = JSON.stringify({ username: 'admin', password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body })).status
}

/** A pipe closes when the last process that can write to it has exited. */
async function closed(stream: NodeJS.ReadableStream & { readableEnded?: boolean }): Promise<void> {
  if (!stream.readableEnded) await once(stream, 'end')
}
