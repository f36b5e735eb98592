import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { assertNodeVersion, readConfig, readMoveConfigs } from './config.ts'
import { misspeltNames } from './env-file.ts'

const keys = `k1:${Buffer.alloc(32, 1).toString('base64')}`
const olderKeys = `k0:${Buffer.alloc(32, 2).toString('base64')}`
const cluster = {
  DATABASE_URL: 'postgres://gce:secret@db/cards',
  REDIS_URL: 'redis://cache:6379',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'cards',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  DATA_KEYS: keys,
}
const without = (...names: (keyof typeof cluster)[]) =>
  Object.fromEntries(Object.entries(cluster).filter(([name]) => !names.some((each) => each === name)))

test('reads the engines of several machines', () => {
  expect(readConfig(cluster).cluster).toEqual({
    databaseUrl: 'postgres://gce:secret@db/cards',
    redisUrl: 'redis://cache:6379',
    s3: {
      endpoint: 'https://s3.example',
      bucket: 'cards',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      pathStyle: true,
    },
  })
  const given = { ...cluster, DATABASE_URL: 'postgresql:///cards', S3_REGION: 'eu-west-1', S3_PATH_STYLE: 'off' }
  expect(readConfig(given).cluster).toMatchObject({
    databaseUrl: 'postgresql:///cards',
    s3: { region: 'eu-west-1', pathStyle: false },
  })
})

test('a node of several is named by NODE_NAME, by default its host name', () => {
  expect(readConfig(cluster).nodeName).toBe(hostname())
  expect(readConfig({ ...cluster, NODE_NAME: 'node-1' }).nodeName).toBe('node-1')
})

const shared = ['REDIS_URL', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

test.each(shared)('rejects PostgreSQL without %s, which it names', (name) => {
  expect(() => readConfig(without(name))).toThrow(`DATABASE_URL names PostgreSQL, which needs ${name} too:`)
})

test('rejects PostgreSQL alone with all that is missing, without its password', () => {
  const read = () => readConfig(without(...shared))
  expect(read).toThrow(`needs ${shared.join(', ')} too`)
  expect(read).not.toThrow('secret')
})

test.each([{}, { DATABASE_URL: 'sqlite:/srv/cards.sqlite' }])(
  'rejects parts of a cluster without PostgreSQL: %j',
  (database) => {
    for (const name of shared)
      expect(() => readConfig({ ...database, [name]: cluster[name] })).toThrow(
        `${name}: used only with PostgreSQL. Set DATABASE_URL=postgres://..., or remove them.`,
      )
  },
)

test('rejects PostgreSQL without data keys that all nodes share', () => {
  expect(() => readConfig(without('DATA_KEYS'))).toThrow('which needs DATA_KEYS or DATA_KEYS_FILE')
})

test.each([
  [{ REDIS_URL: 'http://cache' }, 'REDIS_URL is a redis:// or rediss:// address.'],
  [{ REDIS_URL: 'redis://cache:port' }, 'REDIS_URL is a redis:// or rediss:// address.'],
  [{ S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT is an http or https address.'],
  [{ S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE is on or off.'],
])('rejects %j with a message', (variables, message) => {
  expect(() => readConfig({ ...cluster, ...variables })).toThrow(message)
})

function keyFile(folder: string, text: string, mode = 0o600): string {
  const file = path.join(folder, 'keys')
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

test.each([`${keys}\n${olderKeys}\n`, `${keys},${olderKeys}`, ` ${keys} , \r\n\r\n${olderKeys}\r\n`])(
  'reads the keys of DATA_KEYS_FILE, the active one first: %j',
  (text) => {
    using folder = tempFolder()
    const given = { ...without('DATA_KEYS'), DATA_KEYS_FILE: keyFile(folder.path, text) }
    expect(readConfig(given).dataKeys).toBe(`${keys},${olderKeys}`)
    expect(readConfig({ DATA_KEYS_FILE: given.DATA_KEYS_FILE }).dataKeys).toBe(`${keys},${olderKeys}`)
  },
)

test('rejects a DATA_KEYS_FILE that is missing, empty, a folder or given beside DATA_KEYS', () => {
  using folder = tempFolder()
  const read = (DATA_KEYS_FILE: string) => () => readConfig({ ...without('DATA_KEYS'), DATA_KEYS_FILE })
  expect(read('/nowhere/keys')).toThrow('DATA_KEYS_FILE names /nowhere/keys, which does not exist.')
  expect(read(keyFile(folder.path, ' \n'))).toThrow(/DATA_KEYS_FILE names .*, which is empty\./)
  const inside = path.join(folder.path, 'folder')
  mkdirSync(inside, { mode: 0o700 })
  expect(read(inside)).toThrow(/DATA_KEYS_FILE names .*, which is not a file\./)
  expect(() => readConfig({ ...cluster, DATA_KEYS_FILE: '/nowhere/keys' })).toThrow('not both')
})

test.each([0o640, 0o604, 0o660])('rejects a DATA_KEYS_FILE that other users can open (mode %o)', (mode) => {
  using folder = tempFolder()
  const file = keyFile(folder.path, keys, mode)
  expect(() => readConfig({ ...without('DATA_KEYS'), DATA_KEYS_FILE: file })).toThrow(`Run: chmod 600 ${file}`)
})

const known = ['PORT', 'HOST', 'DATA_DIR', 'BACKUP_DIR', 'RETENTION_DAYS', 'ADMIN_PASSWORD', 'ADMIN_PASSWORD_HASH']

test.each([
  ['BACKUPDIR', 'BACKUP_DIR'],
  ['RETENTION_DAY', 'RETENTION_DAYS'],
  ['RETENTOIN_DAYS', 'RETENTION_DAYS'],
  ['data_dir', 'DATA_DIR'],
  ['ADMIN_PASS', 'ADMIN_PASSWORD'],
  ['ADMIN_PASSWORDHASH', 'ADMIN_PASSWORD_HASH'],
  ['PORTS', 'PORT'],
])('reports %s as a misspelling of %s', (name, nearest) => {
  expect(misspeltNames([name], known)).toEqual([{ name, nearest }])
})

test('ignores known names and those of other programs', () => {
  expect(
    misspeltNames([...known, 'NODE_ENV', 'TZ', 'PATH', 'HOSTNAME', 'COMPOSE_PROJECT_NAME', 'UV_X'], known),
  ).toEqual([])
})

const to = 'postgres://gce:secret@db/cards'
const nodes = {
  REDIS_URL: 'redis://cache:6379',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'cards',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  DATA_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
}

test.each([undefined, 'postgres://gce:other@db/other'])(
  'a move is from the SQLite database of DATA_DIR to the given database, whatever PostgreSQL is configured: %s',
  (DATABASE_URL) => {
    const { source, target } = readMoveConfigs(to, { ...nodes, DATA_DIR: '/srv/site', DATABASE_URL })
    expect(source).toMatchObject({ cluster: undefined, databaseFile: '/srv/site/exchange.sqlite' })
    expect(target.cluster).toMatchObject({ databaseUrl: to, s3: { bucket: 'cards' } })
    expect(target.dataKeys).toBe(nodes.DATA_KEYS)
  },
)

test('a move is from the SQLite database that DATABASE_URL names', () => {
  const { source } = readMoveConfigs(to, { ...nodes, DATABASE_URL: 'sqlite:/srv/cards.sqlite' })
  expect(source.databaseFile).toBe('/srv/cards.sqlite')
})

test('a move without PostgreSQL, shared keys or a whole cluster is refused with what to set', () => {
  expect(() => readMoveConfigs('sqlite:/srv/a', nodes)).toThrow('--to names the new database: postgres://')
  const { DATA_KEYS: _, ...withoutKeys } = nodes
  expect(() => readMoveConfigs(to, { ...withoutKeys, DATA_DIR: '/srv/site' })).toThrow(
    'DATA_KEYS_FILE=/srv/site/data-keys',
  )
  expect(() => readMoveConfigs(to, { ...nodes, S3_BUCKET: '', REDIS_URL: '' })).toThrow(
    'needs REDIS_URL, S3_BUCKET too',
  )
})

test.each(['22.14.0', '22.23.3', '24.0.0', '26.10.0'])('the server starts on Node.js %s', (version) =>
  expect(() => assertNodeVersion(version)).not.toThrow(),
)

test.each(['18.20.0', '20.20.2', '22.13.0'])('the server refuses Node.js %s in words', (version) =>
  expect(() => assertNodeVersion(version)).toThrow(`Node.js ${version} is too old. Use Node.js 22.14+, 24 or 26.`),
)
