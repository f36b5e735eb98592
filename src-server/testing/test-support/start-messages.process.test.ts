import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './command-run.ts'
import { type ServerProcess, type StartupError, startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

/** What the built server prints at a start, beside its log. */

const env = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '', LIMITS: 'on' }
const printedBy = (output: string) => output.split('\n').filter((line) => line !== '' && !line.startsWith('{'))

test('a start says how to sign in to the staff area and to get example data; one after a sign-in its address', async () => {
  using folder = tempFolder()
  const first = await startServerProcess(folder.path, env)
  expect(await signInStatus(first)).toBe(200)
  await first.end('SIGTERM')
  const address = first.url.replace('127.0.0.1', 'localhost')
  expect(printedBy(first.output())).toEqual([
    `Gift Card Exchange is open on ${address}`,
    expect.stringMatching(/^Owner of the staff area: admin, password: \S+ \(shown this once\)$/),
    `Staff area: ${address}/admin`,
    'Example data, in another terminal: npm run db:seed',
  ])
  const second = await startServerProcess(folder.path, env)
  await second.end('SIGTERM')
  expect(printedBy(second.output())).toEqual([expect.stringMatching(/^Gift Card Exchange is open on http:\S+$/)])
})

test.each(['PORT', 'METRICS_PORT'])(
  'a start whose %s is in use says how to choose another and changes nothing; the next one prints the password',
  async (name) => {
    using folder = tempFolder()
    const data = path.join(folder.path, 'data')
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const refused: StartupError = await startServerProcess(data, { ...env, [name]: String(port) }).then(
      () => expect.unreachable(),
      (error) => error,
    )
    taken.close()
    expect(refused.exitCode).toBe(78)
    expect(printedBy(refused.message)).toEqual([
      'The server did not start:',
      'Gift Card Exchange cannot start.',
      `Port ${port} is in use. Choose another one: ${name}=${port + 1} npm start`,
    ])
    expect(existsSync(data)).toBe(false)
    const server = await startServerProcess(data, env)
    expect(await signInStatus(server)).toBe(200)
    await server.end('SIGTERM')
  },
)

test('until staff have signed in, each start prints a new password, and the newest one is valid', async () => {
  using folder = tempFolder()
  const first = await startServerProcess(folder.path, env)
  await first.end('SIGTERM')
  const second = await startServerProcess(folder.path, env)
  expect(await signInStatus(second, passwordOf(first))).toBe(401)
  expect(await signInStatus(second)).toBe(200)
  await second.end('SIGTERM')
  const third = await startServerProcess(folder.path, env)
  expect(await signInStatus(third, passwordOf(second))).toBe(200)
  await third.end('SIGTERM')
  expect(printedBy(third.output())).toHaveLength(1)
})

test('npm run owner -- reset prints a password that signs in, beside the running server', async () => {
  using folder = tempFolder()
  const server = await startServerProcess(folder.path, env)
  expect(await signInStatus(server)).toBe(200)
  const { code, output } = await runCommand('owner', folder.path, ['reset'], env)
  expect([code, output]).toEqual([0, expect.stringMatching(/^Owner of the staff area: admin, password: \S+ /)])
  expect(await signInStatus(server)).toBe(401)
  expect(await signInStatus(server, /password: (\S+)/.exec(output)?.[1])).toBe(200)
  expect(await runCommand('owner', folder.path, ['reset', 'now'], env)).toMatchObject({ code: 64 })
  const configured = { ...env, ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a-long-password' }
  const refused = { code: 1, output: expect.stringContaining('ADMIN_USERNAME names admin') }
  expect(await runCommand('owner', folder.path, ['reset'], configured)).toMatchObject(refused)
  await server.end('SIGTERM')
})

test('a stop writes when it begins and when it has ended', async () => {
  using folder = tempFolder()
  const server = await startServerProcess(folder.path, env)
  expect(await server.end('SIGTERM')).toBe(0)
  const messages = server.output().matchAll(/"msg":"(shutting down|stopped)"/g)
  expect([...messages].map(([, message]) => message)).toEqual(['shutting down', 'stopped'])
})

function passwordOf(server: ServerProcess): string | undefined {
  return /Owner of the staff area: admin, password: (\S+)/.exec(server.output())?.[1]
}

async function signInStatus(server: ServerProcess, password = passwordOf(server)): Promise<number> {
  const body = JSON.stringify({ username: 'admin', password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${server.url}/api/admin/login`, { method: 'POST', headers, body })).status
}
