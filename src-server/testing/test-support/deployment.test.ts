import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { root } from './read-sources.ts'
import { readYaml, type YamlMap } from './read-yaml.ts'
import { tempFolder } from './temp-folder.ts'

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const compose = readYaml(path.join(root, 'deploy/compose.yaml'))
const single = readYaml(path.join(root, 'compose.yaml'))
const haproxy = textOf('deploy/haproxy/site.cfg')
const haproxyOfDocker = textOf('deploy/haproxy/docker.cfg')
const haproxyOfDebian = textOf('deploy/haproxy/debian.cfg')
const unit = textOf('deploy/gift-card-exchange.service')
const dockerfile = textOf('Dockerfile')
const example = parseEnv(textOf('deploy/cluster.env.example'))
const settings = Object.keys(parseEnv(textOf('.env.example')))

const services = compose.services as Record<string, YamlMap>
const nodes = ['node1', 'node2', 'node3'].map((name) => services[name] ?? {})
const environmentOf = (service: YamlMap | undefined) => service?.environment as Record<string, string>
const environment = environmentOf(nodes[0])
const secrets = {
  POSTGRES_PASSWORD: 'a',
  VALKEY_PASSWORD: 'b',
  S3_ACCESS_KEY_ID: 'c',
  S3_SECRET_ACCESS_KEY: 'd',
  DATA_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
}

/** As compose does. @throws the message of a variable that is required and empty */
function interpolated(text: string, variables: NodeJS.Dict<string>): string {
  return text.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind?: string, words = '') => {
    if (!variables[name] && kind === '?') throw new Error(words)
    return variables[name] || words
  })
}

const seconds = (text: unknown) => Number(/^(\d+)s$/.exec(String(text))?.[1])
const haproxySeconds = (name: string) => seconds(new RegExp(`\\b${name} (\\d+s)`).exec(haproxy)?.[1])

test('the nodes differ in their host name and volume only', () => {
  const facts = nodes.map(({ hostname, volumes, ...rest }) => ({ names: [hostname, volumes], rest }))
  expect(facts.map(({ names }) => names)).toEqual([1, 2, 3].map((at) => [`node${at}`, [`node${at}:/data`]]))
  for (const { rest } of facts) expect(rest).toEqual(facts[0]?.rest)
  expect(facts[0]?.rest).toMatchObject({ image: 'gift-card-exchange', read_only: 'true', env_file: ['.env'] })
})

test('a node has the complete configuration of a cluster, whose addresses are services', () => {
  const given = Object.entries(environment).map(([name, value]) => [name, interpolated(value, secrets)])
  const { cluster, dataKeys, trustProxy, host } = readConfig(Object.fromEntries(given))
  if (!cluster) throw new Error('There are no engines.')
  const addresses = [cluster.databaseUrl, cluster.redisUrl, cluster.s3.endpoint].map((url) => new URL(url))
  expect(addresses.map(({ hostname, password }) => [hostname, password])).toEqual([
    ['postgres', 'a'],
    ['valkey', 'b'],
    ['s3', ''],
  ])
  expect(addresses[0]?.username).toBe(environmentOf(services.postgres).POSTGRES_USER)
  expect(addresses[0]?.pathname).toBe(`/${environmentOf(services.postgres).POSTGRES_DB}`)
  expect(cluster.s3.bucket).toBe(environmentOf(services.s3).S3_BUCKET)
  expect([dataKeys, host]).toEqual([secrets.DATA_KEYS, '0.0.0.0'])
  expect(services.proxy?.networks).toEqual({ front: { ipv4_address: trustProxy[0] } })
  expect(trustProxy).toHaveLength(1)
})

test('every variable of a node, of the example and of the single server is one that the server or compose reads', () => {
  const ofCompose = [...textOf('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  const ofSingle = Object.keys((single.services as Record<string, YamlMap>).site?.environment as YamlMap)
  const unknown = [...Object.keys(environment), ...ofSingle].filter((name) => !settings.includes(name))
  expect(unknown).toEqual([])
  expect(Object.keys(example).filter((name) => ![...settings, ...ofCompose].includes(name))).toEqual([])
})

test('nothing starts until each secret is set: the example leaves them empty', () => {
  const text = textOf('deploy/compose.yaml')
  expect(() => interpolated(text, secrets)).not.toThrow()
  for (const name of Object.keys(secrets)) {
    expect([name, example[name]]).toEqual([name, ''])
    expect(() => interpolated(text, { ...secrets, [name]: '' })).toThrow(`set ${name} in deploy/.env`)
  }
})

test('everything that serves comes back after the machine was restarted', () => {
  const servers = Object.entries({ ...services, ...(single.services as Record<string, YamlMap>) })
  // It ends when it has done its work.
  const lasting = servers.filter(([name]) => name !== 'archive-owner')
  expect(lasting.map(([name, { restart }]) => [name, restart])).toEqual(
    lasting.map(([name]) => [name, 'unless-stopped']),
  )
  expect(unit).toMatch(/^RestartPreventExitStatus=.*\b78\b/m)
})

test('the proxy asks every node for its readiness on the port of the image', () => {
  const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? []
  expect([environment.PORT, /PORT=(\d+)/.exec(dockerfile)?.[1]]).toEqual([port, port])
  const servers = [...haproxyOfDocker.matchAll(/^ {2}server (\S+) (\S+)$/gm)].map(([, name, at]) => [name, at])
  expect(servers).toEqual(nodes.map(({ hostname }) => [hostname, `${hostname}:${port}`]))
  expect(haproxy).toMatch(/http-check send meth GET uri "\$\{BASE_PATH\}\/api\/ready" /)
  expect(services.proxy?.ports).toEqual([
    expect.stringMatching(new RegExp(`:${/bind :(\d+)/.exec(haproxyOfDocker)?.[1]}$`)),
  ])
  expect(haproxy).toContain('http-request set-header X-Forwarded-For %[src]')
})

test('the image runs as its own user, in whose folder the volume of a node is', () => {
  expect(dockerfile).toMatch(/^USER node$/m)
  expect([...dockerfile.matchAll(/^FROM /gm)]).toHaveLength(2)
  expect(dockerfile).toContain(`VOLUME ${environment.DATA_DIR}\n`)
})

test('the image has the packages of a release, and its build the files that one contains', async () => {
  const packing = new URL('../../../scripts/pack-release.mjs', import.meta.url).href
  const { ofProject }: { ofProject: string[] } = await import(packing)
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '))
  expect(ofProject.filter((file) => !copied.includes(file))).toEqual([])
  const ignored = textOf('.dockerignore').split('\n')
  expect(ofProject.filter((file) => ignored.includes(file))).toEqual([])
  for (const file of ['!CHANGELOG.md', '!deploy/gift-card-exchange.service']) expect(ignored).toContain(file)
  expect(dockerfile).toContain('COPY --from=build /release ./\n')
  expect(dockerfile).not.toContain('npm prune')
})

test('the proxy notices a draining node in time, and the node gets the time to stop', () => {
  const drain = Number(environment.DRAIN_SECONDS)
  const failures = Number(/ fall (\d+) /.exec(haproxy)?.[1])
  expect(drain).toBeGreaterThan(failures * (haproxySeconds('inter') + haproxySeconds('timeout check')))
  const shutdown = Number(/SHUTDOWN_MS = ([\d_]+)/.exec(textOf('src-server/main.ts'))?.[1]?.replace('_', '')) / 1000
  expect(seconds(nodes[0]?.stop_grace_period)).toBeGreaterThan(drain + shutdown)
  const [, drainOfPage] = /^ {3}DRAIN_SECONDS=(\d+)$/m.exec(textOf('docs/cluster-debian.md')) ?? []
  const [, stopOfUnit] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  expect([Number(drainOfPage), Number(stopOfUnit) > drain + shutdown]).toEqual([drain, true])
})

test('without Docker the proxy has the addresses of the page, on the default port of the server', () => {
  const page = textOf('docs/cluster-debian.md')
  const servers = [...haproxyOfDebian.matchAll(/^ {2}server (\S+) (\S+)$/gm)].map(([, , address]) => address)
  const copied = [...page.matchAll(/scp .* root@([\d.]+):/g)].map(([, address]) => `${address}:${readConfig({}).port}`)
  expect(servers).toEqual(copied)
  expect(servers.length).toBeGreaterThan(1)
})

test('nodes start after healthy engines, and every volume and mounted file exists', () => {
  for (const [name, { condition }] of Object.entries(nodes[0]?.depends_on as Record<string, YamlMap>)) {
    expect(condition).toBe('service_healthy')
    expect([name, services[name]?.healthcheck]).toEqual([name, expect.objectContaining({ test: expect.any(String) })])
  }
  const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes as string[])
  for (const mount of mounts) {
    const [source = ''] = mount.split(':')
    const isThere = source.startsWith('.')
      ? existsSync(path.join(root, 'deploy', source))
      : source in (compose.volumes as YamlMap)
    expect([mount, isThere]).toEqual([mount, true])
  }
})

test('the log archive keeps a segment once, and rejects another one of the same name', () => {
  using folder = tempFolder()
  const segment = path.join(folder.path, 'segment')
  const archive = (name: string, bytes: string) => {
    writeFileSync(segment, bytes)
    const script = path.join(root, 'deploy/archive-wal.sh')
    return spawnSync('sh', [script, segment, name], { env: { PATH: process.env.PATH, ARCHIVE_DIR: folder.path } })
      .status
  }
  expect([archive('0001', 'one'), archive('0001', 'one'), archive('0002', 'two')]).toEqual([0, 0, 0])
  expect(archive('0001', 'other')).not.toBe(0)
  expect(readFileSync(path.join(folder.path, '0001'), 'utf8')).toBe('one')
  expect(readdirSync(folder.path).sort()).toEqual(['0001', '0002', 'segment'])
})
