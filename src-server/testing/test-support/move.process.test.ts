import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { builtFile } from './built-site.ts'
import { startCluster } from './cluster.ts'
import { runCommand } from './command-run.ts'
import { RestClient } from './rest-client.ts'
import { processOwner, startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

/** The program behind `npm run move`. Needs `npm run build`. */
const program = builtFile('server/move.js')

/** Kills the command with SIGKILL when it has printed this. */
async function killAfter(printed: RegExp, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  let output = ''
  child.stdout?.on('data', (text: Buffer) => {
    output += text
    if (printed.test(output)) child.kill('SIGKILL')
  })
  await gone
  expect([child.signalCode, output]).toEqual(['SIGKILL', expect.stringMatching(printed)])
}

test('npm run move carries a seeded site to a cluster, also after it was killed, and never beside a server', async () => {
  using folder = tempFolder()
  await using cluster = await startCluster({ nodes: 0 })
  const { DATABASE_URL: to = '', DATA_KEYS: _, ...engines } = cluster.env
  const server = await startServerProcess(folder.path)
  await server.end('SIGTERM')
  const seeded = await runCommand('seed', folder.path, [])
  expect([seeded.code, seeded.output]).toEqual([0, expect.stringContaining('Sign in as')])

  const settings = { ...engines, DATA_KEYS_FILE: path.join(folder.path, 'data-keys') }
  const move = async (args: string[], env: NodeJS.ProcessEnv = settings) => {
    const { code, output } = await runCommand('move', folder.path, args, env)
    return [code, output]
  }
  const args = ['--to', to]
  expect(await move([])).toEqual([64, expect.stringContaining('Usage: npm run move')])
  expect(await move(['--to', 'mysql://x'])).toEqual([1, expect.stringContaining('--to names the new database')])
  expect(await move(args, engines)).toEqual([1, expect.stringContaining(`DATA_KEYS_FILE=${settings.DATA_KEYS_FILE}`)])
  expect(await move(args, { DATA_KEYS_FILE: settings.DATA_KEYS_FILE })).toEqual([
    1,
    expect.stringContaining('needs REDIS_URL, S3_ENDPOINT'),
  ])
  const unreachable = await move(['--to', 'postgres://gce@127.0.0.1:9/cards'])
  expect(unreachable).toEqual([1, expect.stringMatching(/database is not reachable[\s\S]*The move is not finished/)])
  const running = await startServerProcess(folder.path)
  expect(await move(args)).toEqual([78, expect.stringContaining('Another server runs on')])
  await running.end('SIGTERM')

  const env = { PATH: process.env.PATH, DATA_DIR: folder.path, ...settings }
  await killAfter(/^users: \d+ rows copied/m, env, args)
  expect(await move([...args, '--verify'])).toEqual([65, expect.stringContaining('The bucket lacks the object')])
  await killAfter(/^purges: \d+ rows copied/m, env, args)
  expect(await move(args)).toEqual([0, expect.stringMatching(/^users: 0 rows copied[\s\S]*The site is moved\./m)])
  expect(await move([...args, '--verify'])).toEqual([0, expect.stringContaining('The target is equal.')])

  const shared = { ...engines, DATABASE_URL: to, DATA_KEYS_FILE: settings.DATA_KEYS_FILE }
  const node = await startServerProcess(path.join(folder.path, 'node'), shared)
  const staff = new RestClient(() => node.url)
  await staff.call('POST', '/api/admin/login', processOwner)
  const audit = await runCommand('audit-log', path.join(folder.path, 'node'), ['verify'], shared)
  expect([audit.code, audit.output]).toEqual([0, expect.stringMatching(/^\d+ entries, head \S+\nOK$/m)])
  await node.end('SIGKILL')
  expect(await move(args)).toEqual([73, expect.stringContaining('was in use since a move began')])
})
