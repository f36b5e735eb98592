import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { type HeldOrder, holdOrder, repeatedOrders } from './curl-orders.ts'
import { type Machines, makeMachines } from './debian-machines.ts'
import { createServices, type Services } from './debian-services.ts'
import { openShells, type Shells } from './debian-shell.ts'
import { type Engines, startEngines } from './engines.ts'
import { numberedCommands } from './numbered-commands.ts'
import { root } from './read-sources.ts'
import { openSocket } from './socket-page.ts'

/**
 * Runs the numbered commands of docs/cluster-debian.md as written. `debian-machines.ts` lists what is changed in them,
 * `debian-shell.ts` the programs that are replaced.
 */

const SERVICE = 'gift-card-exchange'
const CUSTOMERS = ['dana', 'kim', 'lee']
const page = numberedCommands('docs/cluster-debian.md')
const allOf = (title: string) => page.stepsOf(title).join('')
const [checks = ''] = page.stepsOf('Check')
const [restart = ''] = page.stepsOf('Rolling restart')
const [stop = ''] = page.stepsOf('Stop')

let engines: Engines
let made: Machines
let services: Services
let shells: Shells

/** The setup and the rolling restart wait for two nodes that drain and start. */
const STEPS_MS = 300_000

beforeAll(async () => {
  engines = await startEngines()
  made = await makeMachines(engines.postgres.url(), engines.store.createBucket())
  services = createServices(engines.postgres, made.ports)
  shells = await openShells(engines.postgres.url(), services)
  const { data, node1, node2, proxy } = made.machines
  await shells.run(data, allOf('The data machine'))
  for (const node of [node1, node2]) await shells.run(node, allOf('Each node'))
  await shells.run(proxy, allOf('The proxy'))
}, STEPS_MS)

afterAll(async () => {
  await shells[Symbol.asyncDispose]()
  await services[Symbol.asyncDispose]()
  made[Symbol.dispose]()
  await engines[Symbol.asyncDispose]()
})

const settingsOf = (node: 'node1' | 'node2') => made.machines[node].at('srv/gift-card-exchange/.env')

/** The rows of a query, as the role of the nodes. */
async function rowsOf(query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: parseEnv(readFileSync(settingsOf('node1'), 'utf8')).DATABASE_URL })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

test('every section with commands is run, or named here with the reason', () => {
  // pg_basebackup must not be older than its server; engine-backup.process.test.ts makes and restores a base backup.
  const notRun = ['Backup']
  const run = ['The data machine', 'Each node', 'The proxy', 'Check', 'Rolling restart', 'Stop']
  expect([...page.titles].sort()).toEqual([...run, ...notRun].sort())
  expect([checks, restart, stop].every((step) => step !== '')).toBe(true)
})

test('the nodes have the same complete settings, which only their owner may read', () => {
  const [one, other] = (['node1', 'node2'] as const).map((node) => readFileSync(settingsOf(node), 'utf8'))
  expect(one).toBe(other)
  expect((['node1', 'node2'] as const).map((node) => statSync(settingsOf(node)).mode & 0o777)).toEqual([0o600, 0o600])
  const { cluster, dataKeys, drainMs, publicUrl, trustProxy } = readConfig(parseEnv(one ?? ''))
  const passwords = [cluster?.databaseUrl, cluster?.redisUrl].map((url) => new URL(url ?? '').password)
  expect(passwords).toEqual([expect.stringMatching(/^[\da-f]{64}$/), expect.stringMatching(/^[\da-f]{64}$/)])
  expect(new Set(passwords).size).toBe(2)
  expect(dataKeys).toMatch(/^k1:[\w+/]{43}=$/)
  expect([drainMs, publicUrl?.protocol, trustProxy.length]).toEqual([10_000, 'https:', 1])
})

test('the role owns its database and is no superuser', async () => {
  expect(
    await rowsOf('select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user'),
  ).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
  expect(await rowsOf("select extname from pg_extension where extname = 'pg_trgm'")).toHaveLength(1)
})

/** What Redis answers to a command. */
async function redisAnswer(url: string, ...command: string[]): Promise<unknown> {
  const { createClient } = await import('@redis/client')
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await client.sendCommand(command)
  } finally {
    client.destroy()
  }
}

test('Redis refuses a client without the password, and has the settings of deploy/redis.conf', async () => {
  const url = parseEnv(readFileSync(settingsOf('node1'), 'utf8')).REDIS_URL ?? ''
  await expect(redisAnswer(url.replace(/:[^:@]+@/, ''), 'ping')).rejects.toThrow('NOAUTH')
  const settings = readFileSync(path.join(root, 'deploy/redis.conf'), 'utf8').matchAll(/^([a-z-]+) "?([^"\n]*)"?$/gm)
  const expected = [...settings].map(([, name = '', value]) => [
    name,
    value === '256mb' ? String(256 * 2 ** 20) : value,
  ])
  expect(expected).toHaveLength(4)
  for (const [name = '', value] of expected)
    expect(Object.entries((await redisAnswer(url, 'config', 'get', name)) as object)).toEqual([[name, value]])
})

test('the database archives its log', async () => {
  const { data } = made.machines
  await shells.run(data, "runuser -u postgres -- psql -tAc 'select pg_switch_wal()'")
  await expect
    .poll(() => readdirSync(data.at('var/lib/postgresql/archive')), { timeout: 60_000 })
    .toContainEqual(expect.stringMatching(/^[\dA-F]{24}$/))
})

test('the checks print readiness, a quote, and the https address of the site', async () => {
  const [ready, quote, redirect] = (await shells.run(made.machines.proxy, checks)).split('\n')
  expect(ready).toBe('{"ok":true}')
  expect(quote).toContain('"payoutAmount":92')
  expect(redirect).toMatch(/^https:\/\/cards\.example/)
})

test('the first node alone has the password of the owner in its journal', () => {
  const { node1, node2 } = made.machines
  const owner = /^Owner of the staff area: admin, password: \S+/m
  expect(services.outputOf(node1, SERVICE)).toMatch(owner)
  expect(services.outputOf(node2, SERVICE)).not.toMatch(owner)
})

const idOf = (answer: string) => (JSON.parse(answer) as { submissionId: string }).submissionId

test('a rolling restart fails no request, loses no order, and closes WebSockets that open again', {
  timeout: STEPS_MS,
}, async () => {
  const { machines, ports } = made
  const { node1, node2, proxy } = machines
  const inShell = (file: string) => proxy.at(`root/${file}`)
  const withSite = (lines: string) => shells.run(proxy, `${checks.split('\n')[0]}${lines}`)
  const sent = CUSTOMERS.map((name) => withSite(repeatedOrders(name)))
  Promise.all(sent).catch(() => undefined)
  // From its first order on, each customer sends one after the other.
  await expect
    .poll(() => CUSTOMERS.filter((name) => !existsSync(inShell(`${name}.ordered`))), { timeout: 60_000 })
    .toEqual([])
  const [, cookie = ''] = /(__Host-\S+\t\S+)\n?$/.exec(readFileSync(inShell('dana.jar'), 'utf8').trim()) ?? []
  const ca = readFileSync(proxy.at('etc/haproxy/cert.pem'))
  const open = () =>
    openSocket(`wss://127.0.0.1:${ports.https}/trpc`, cookie.replace('\t', '='), {
      ...{ ca, servername: 'cards.example', headers: { host: new URL(made.site).host } },
    })
  const socket = await open()

  const held: string[] = []
  for (const node of [node1, node2]) {
    const orders: HeldOrder[] = []
    // More than the proxy gives to one node.
    for (let at = 0; at < 4; at++)
      orders.push(await holdOrder({ name: 'dana', pipe: `${node.name}-${at}`, folder: proxy.at('root') }, withSite))
    const restarted = shells.run(node, restart)
    const isReady = () =>
      fetch(`http://127.0.0.1:${node.port}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: 60_000 }).toBe(false)
    for (const order of orders) held.push(idOf(await order.finish()))
    await restarted
  }
  writeFileSync(inShell('done'), '')
  const outputs = await Promise.all(sent)
  await socket.closed
  const again = await open()
  again.socket.close()

  for (const [at, output] of outputs.entries()) {
    const [listed = '', ...acknowledged] = output.trim().split('\n').reverse()
    const ids = [...acknowledged.map(idOf), ...(CUSTOMERS[at] === 'dana' ? held : [])]
    expect(ids.length).toBeGreaterThan(1)
    expect((JSON.parse(listed) as { id: string }[]).map(({ id }) => id).sort()).toEqual(ids.sort())
  }
  expect([node1, node2].map((node) => services.exitsOf(node, SERVICE))).toEqual([[0], [0]])
  // The log of the proxy says which node answered.
  const log = services.outputOf(proxy, 'haproxy')
  expect(['nodes/node1 200', 'nodes/node2 200'].filter((line) => !log.includes(line))).toEqual([])
  expect(log.split('\n').filter((line) => / \S+\/\S+ [45]\d\d \d+ bytes /.test(line))).toEqual([])
})

test('the unit file is valid', ({ skip }) => {
  const file = made.machines.node1.at(`etc/systemd/system/${SERVICE}.service`)
  const { error, status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  if (error) skip('systemd-analyze is missing')
  expect([status, stdout + stderr]).toEqual([0, ''])
})

test('the stop ends both nodes in time with 0', async () => {
  const { node1, node2 } = made.machines
  await Promise.all([node1, node2].map((node) => shells.run(node, stop)))
  expect([node1, node2].map((node) => services.exitsOf(node, SERVICE).at(-1))).toEqual([0, 0])
})
