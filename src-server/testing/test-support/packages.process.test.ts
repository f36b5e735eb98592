import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { builtFile } from './built-site.ts'
import { startDevServer } from './dev-server.ts'
import { aPhoto, submitFields } from './factories.ts'
import { copyProject } from './project-copy.ts'
import { multipartForm, RestClient } from './rest-client.ts'
import { runInShell, serveInShell } from './shell-server.ts'

/** What a checkout installs and runs, beside a server that runs from the same folder. */

/** Generous, so that the test does not fail on a busy machine. */
const INSTALL_MS = 600_000
const hasRegistry =
  spawnSync('npm', ['ping', '--fetch-timeout=5000', '--fetch-retries=0'], { stdio: 'ignore' }).status === 0
/** A registry that is not reached skips the test. */
const withRegistry = test.runIf(hasRegistry)

test('without a build, example data comes from the sources, beside a development server', async () => {
  using project = copyProject('scripts')
  await using server = startDevServer(project.path, 0)
  const url = await server.url
  const shell = { cwd: project.path, env: { PATH: process.env.PATH, DATA_DIR: path.join(project.path, 'data') } }
  const output = await runInShell('npm run db:seed', shell)
  const [, email, password] = /Sign in as (\S+), password: (\S+)/.exec(output) ?? []
  const client = new RestClient(() => url)
  expect(await client.call('POST', '/api/auth/sign-in', { email, password })).toMatchObject({ email })
  expect(existsSync(path.join(project.path, 'dist'))).toBe(false)
  expect(await runInShell('npm run serve || echo $?', shell)).toMatch(
    /The site is not built\. Run .*: npm run build\n69\n$/,
  )
})

withRegistry(
  'the packages of tests are added while a site that was started without them takes an order and sends mail',
  async () => {
    using project = copyProject('scripts')
    const at = (...parts: string[]) => path.join(project.path, ...parts)
    rmSync(at('node_modules'), { recursive: true })
    cpSync(builtFile(), at('dist'), { recursive: true })
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: at('data'), LIMITS: 'off' }
    await using site = await serveInShell('npm start', { cwd: project.path, env })
    const client = new RestClient(() => site.url)
    await client.signUp('seller@mail.example')
    const used = ['vite/package.json', 'better-sqlite3/package.json'].map((file) => at('node_modules', file))
    const before = used.map(idOf)
    expect(existsSync(at('node_modules/vitest'))).toBe(false)

    const args = ['scripts/run-tool.mjs', 'vitest/vitest.mjs', '--version']
    const adding = spawn(process.execPath, args, { cwd: project.path, env, stdio: 'ignore' })
    const ended = once(adding, 'close')
    let orders = 0
    const orderUntilInstalled = async () => {
      // The first photo starts the process that inspects files.
      const form = multipartForm(submitFields(), [{ name: 'front.png', bytes: aPhoto() }])
      await client.call('POST', '/api/submit', form)
      orders += 1
      return adding.exitCode !== null
    }
    await vi.waitUntil(orderUntilInstalled, { timeout: INSTALL_MS, interval: 1000 })
    expect([await ended, existsSync(at('node_modules/vitest'))]).toEqual([[0, null], true])
    await expect.poll(() => readdirSync(at('data/outbox')).length).toBe(1 + orders)
    expect(used.map(idOf)).toEqual(before)
    await site.interrupt()
  },
  2 * INSTALL_MS,
)

/** It changes when a file is replaced. */
function idOf(file: string): string {
  const { ino, mtimeMs } = statSync(file)
  return `${ino} ${mtimeMs}`
}
