import { expect, test } from 'vitest'
import { readMoveConfigs } from './config.ts'

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
