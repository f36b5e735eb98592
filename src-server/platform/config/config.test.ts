import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
// Loads the whole server, because no module of it may change these error messages.
import '../../web/app.ts'
import { createPasswords } from '../../accounts/passwords.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { readConfig } from './config.ts'
import { parseSettings } from './env-file.ts'

const hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaA'
const databaseUrlRule =
  'DATABASE_URL is sqlite: and a file path, or a postgres:// address; a database in memory would lose every order.'

const cluster = {
  DATABASE_URL: 'postgres://gce@db.example/gce',
  REDIS_URL: 'redis://cache.example',
  S3_ENDPOINT: 'http://s3.example',
  S3_BUCKET: 'b',
  S3_ACCESS_KEY_ID: 'k',
  S3_SECRET_ACCESS_KEY: 's',
  DATA_KEYS: 'k1:x',
}

test('uses defaults without any variable', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataDir: path.resolve('data'),
    backupDir: path.resolve('data/backups'),
    databaseFile: path.resolve('data/exchange.sqlite'),
    cluster: undefined,
    nodeName: undefined,
    basePath: '',
    publicUrl: undefined,
    companyLine: '',
    serviceWorker: true,
    trustProxy: [],
    drainMs: 0,
    dataKeys: undefined,
    owner: undefined,
    staffMfa: 'optional',
    passwordMinLength: 6,
    placeholderEmails: {
      hosts: ['example.com', 'test.com'],
      words: ['placeholder', 'fake'],
      prefixes: ['boy@', 'girl@', 'user@'],
    },
    smtpUrl: undefined,
    mailFrom: undefined,
    paypal: undefined,
    tags: undefined,
    retentionDays: 30,
    clearAllData: true,
    metrics: undefined,
    telemetryEndpoint: undefined,
    logRequests: false,
    limits: true,
    logLevel: 'info',
  })
})

test('skips the byte order mark of a .env file, also for the scripts', () => {
  const text = '\uFEFFPORT=4100\nHOST="::1"\n'
  expect(readConfig(parseSettings(text))).toMatchObject({ port: 4100, host: '::1' })
  using folder = tempFolder()
  const file = path.join(folder.path, '.env')
  writeFileSync(file, text)
  const code = `import { loadEnv } from '${path.resolve(import.meta.dirname, '../../../scripts/load-env.mjs')}'
    loadEnv('${file}')
    console.log(process.env.PORT, process.env.HOST)`
  const args = ['--input-type=module', '-e', code]
  const { stdout } = spawnSync(process.execPath, args, { env: { HOST: 'set' }, encoding: 'utf8' })
  expect(stdout).toBe('4100 set\n')
})

test('ignores empty variables', () => {
  expect(readConfig({ PORT: '', ADMIN_USERNAME: '', PUBLIC_URL: '', TRUST_PROXY: '' })).toEqual(readConfig({}))
})

test('uses given variables', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '8080',
    DATA_DIR: '/srv/exchange',
    PUBLIC_URL: 'https://cards.example',
    BASE_PATH: '/shop',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1/128',
    DRAIN_SECONDS: '30',
    DATA_KEYS: 'k1:x',
    ADMIN_USERNAME: 'lea',
    ADMIN_PASSWORD_HASH: hash,
    PASSWORD_MIN_LENGTH: '10',
    PLACEHOLDER_EMAIL_HOSTS: 'Mailinator.com, ,other.example',
    SMTP_URL: 'smtps://cards:secret@mail.example:465',
    MAIL_FROM: 'no-reply@cards.example',
    CLEAR_ALL_DATA: 'off',
    LOG_LEVEL: 'warn',
  })
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    basePath: '/shop',
    databaseFile: '/srv/exchange/exchange.sqlite',
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1/128'],
    drainMs: 30_000,
    dataKeys: 'k1:x',
    owner: { username: 'lea', password: undefined, passwordHash: hash },
    passwordMinLength: 10,
    smtpUrl: 'smtps://cards:secret@mail.example:465',
    mailFrom: 'no-reply@cards.example',
    clearAllData: false,
    logLevel: 'warn',
  })
  expect(config.publicUrl?.href).toBe('https://cards.example/shop/')
  expect(config.placeholderEmails.hosts).toEqual(['mailinator.com', 'other.example'])
})

test('third-party origins are those of the script URLs and of TAG_ORIGINS', () => {
  const { tags } = readConfig({
    ANALYTICS_SRC: 'https://tags.example/a.js?id=G-1',
    CONVERSION_SRC: 'https://tags.example/c.js',
    CONVERSION_SEND_TO: 'AW-1/label',
    TAG_ORIGINS: 'https://collect.example, https://tags.example',
  })
  expect(tags).toEqual({
    analyticsSrc: 'https://tags.example/a.js?id=G-1',
    conversionSrc: 'https://tags.example/c.js',
    conversionSendTo: 'AW-1/label',
    origins: ['https://tags.example', 'https://collect.example'],
  })
})

test('DATABASE_URL sets the database file independently of DATA_DIR', () => {
  const config = readConfig({ DATABASE_URL: 'sqlite:/srv/db/cards.sqlite', DATA_DIR: '/srv/files' })
  expect(config).toMatchObject({ databaseFile: '/srv/db/cards.sqlite', dataDir: '/srv/files' })
})

test.each([
  [{ PORT: 'http' }, 'PORT is a whole number from 0 to 65535.'],
  [{ PORT: '-1' }, 'PORT is a whole number from 0 to 65535.'],
  [{ PORT: '65536' }, 'PORT is a whole number from 0 to 65535.'],
  [{ PORT: '30.5' }, 'PORT is a whole number from 0 to 65535.'],
  [{ PORT: '0x10' }, 'PORT is a whole number from 0 to 65535.'],
  [{ PORT: '1e3' }, 'PORT is a whole number from 0 to 65535.'],
  [{ PORT: ' 80' }, 'PORT is a whole number from 0 to 65535.'],
  [{ NODE_NAME: 'node 1' }, 'NODE_NAME is 1 to 63 letters, digits, dots, hyphens or underscores.'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is an http or https address.'],
  [{ DRAIN_SECONDS: '601' }, 'DRAIN_SECONDS is a whole number from 0 to 600.'],
  [{ RETENTION_DAYS: '0b1' }, 'RETENTION_DAYS is a whole number from 0 to 30.'],
  [{ DATABASE_URL: 'postgresq://db/cards' }, databaseUrlRule],
  [{ DATABASE_URL: 'postgres://db:port/cards' }, databaseUrlRule],
  [{ DATABASE_URL: 'sqlite:' }, databaseUrlRule],
  [{ DATABASE_URL: 'sqlite: ' }, databaseUrlRule],
  [{ DATABASE_URL: 'sqlite::memory:' }, databaseUrlRule],
  [{ DATABASE_URL: 'sqlite: :memory: ' }, databaseUrlRule],
  [{ PUBLIC_URL: 'cards.example' }, 'PUBLIC_URL is an http or https address.'],
  [{ PUBLIC_URL: 'ftp://cards.example' }, 'PUBLIC_URL is an http or https address.'],
  [{ PUBLIC_URL: 'https://user:pw@cards.example' }, 'PUBLIC_URL goes into mails: it has no user name and no password'],
  [{ PUBLIC_URL: 'https://user@cards.example' }, 'PUBLIC_URL goes into mails: it has no user name and no password'],
  [{ PLACEHOLDER_EMAIL_WORDS: 'fake,.' }, 'PLACEHOLDER_EMAIL_WORDS would refuse every address'],
  [{ PLACEHOLDER_EMAIL_WORDS: '@' }, 'PLACEHOLDER_EMAIL_WORDS would refuse every address'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL is an http or https address.'],
  [{ BASE_PATH: 'cash' }, 'BASE_PATH starts with / and does not end with one, like /cash.'],
  [{ BASE_PATH: '/cash/' }, 'BASE_PATH starts with / and does not end with one, like /cash.'],
  [{ ADMIN_USERNAME: 'a', ADMIN_PASSWORD_HASH: 'plain' }, 'ADMIN_PASSWORD_HASH is an Argon2id hash.'],
  [{ ADMIN_USERNAME: 'a', ADMIN_PASSWORD_HASH: '$argon2id$garbage' }, 'ADMIN_PASSWORD_HASH is an Argon2id hash.'],
  [{ ADMIN_USERNAME: 'a', ADMIN_PASSWORD_HASH: `${hash}=` }, 'ADMIN_PASSWORD_HASH is an Argon2id hash.'],
  [{ ADMIN_USERNAME: 'a', ADMIN_PASSWORD_HASH: hash.slice(0, -1) }, 'ADMIN_PASSWORD_HASH is an Argon2id hash.'],
  [{ ADMIN_USERNAME: 'a'.repeat(81), ADMIN_PASSWORD: 'p' }, 'ADMIN_USERNAME is at most 80 characters long.'],
  [{ PASSWORD_MIN_LENGTH: '5' }, 'PASSWORD_MIN_LENGTH is a whole number from 6 to 64.'],
  [{ PASSWORD_MIN_LENGTH: '65' }, 'PASSWORD_MIN_LENGTH is a whole number from 6 to 64.'],
  [{ ANALYTICS_SRC: 'http://tags.example/a.js' }, 'ANALYTICS_SRC is an https address.'],
  [{ ANALYTICS_SRC: 'tags.example/a.js' }, 'ANALYTICS_SRC is an https address.'],
  [{ ANALYTICS_SRC: 'javascript:alert(1)' }, 'ANALYTICS_SRC is an https address.'],
  [{ CONVERSION_SRC: 'https://me:pw@ads.example/c.js' }, 'CONVERSION_SRC is an https address.'],
  [{ TAG_ORIGINS: "https://a.example; script-src 'unsafe-inline'" }, 'TAG_ORIGINS is a list of https origins'],
  [{ TAG_ORIGINS: 'https://a.example/path' }, 'TAG_ORIGINS is a list of https origins'],
  [{ TAG_ORIGINS: '*' }, 'TAG_ORIGINS is a list of https origins'],
  [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL is an smtp:// or smtps:// address.'],
  [{ SMTP_URL: 'mail.example:587' }, 'SMTP_URL is an smtp:// or smtps:// address.'],
  [{ CLAMD_URL: 'tcp://scanner' }, 'CLAMD_URL is tcp://host:port or the path of a socket.'],
  [{ CLAMD_URL: 'http://scanner:3310' }, 'CLAMD_URL is tcp://host:port or the path of a socket.'],
  [{ CLAMD_URL: 'clamd.sock' }, 'CLAMD_URL is tcp://host:port or the path of a socket.'],
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL is an smtp:// or smtps:// address.'],
  [{ MAIL_FROM: 'Gift Card Exchange' }, 'MAIL_FROM is an address, or Name <address>.'],
  [{ MAIL_FROM: 'A <a@cards.example>, B <b@cards.example>' }, 'MAIL_FROM is an address, or Name <address>.'],
  [{ MAIL_FROM: 'A\r\nBcc: b@cards.example <a@cards.example>' }, 'MAIL_FROM is an address, or Name <address>.'],
  [{ STAFF_MFA: 'yes' }, 'STAFF_MFA is optional or required.'],
  [{ CLEAR_ALL_DATA: 'maybe' }, 'CLEAR_ALL_DATA is on or off.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is debug, info, warn, error or silent.'],
])('rejects %j with a message', (variables, message) => {
  expect(() => readConfig(variables)).toThrow(message)
})

test.each([
  ['SMTP_URL', 'smtp://cards:pa#ss/w@rd@mail.example:587'],
  ['SMTP_URL', 'smtps://cards:pa/ss@mail.example'],
  // The part before # would be a host and a port.
  ['SMTP_URL', 'smtp://cards:12#pass@mail.example'],
  ['SMTP_URL', 'smtp://cards:50%@mail.example'],
  ['DATABASE_URL', 'postgres://gce:pa#ss@db.example/gce'],
  ['DATABASE_URL', 'postgres://gce:pa/ss@db.example/gce'],
  ['REDIS_URL', 'redis://:pa#ss@cache.example:6379'],
  ['REDIS_URL', 'redis://cards:12?pass@cache.example'],
])('%s=%s is refused with how to write such a password, without the password', (name, url) => {
  const read = () => readConfig({ ...cluster, [name]: url })
  expect(read).toThrow(`${name}: `)
  expect(read).toThrow('percent-encoded: %23 for #, %2F for /, %40 for @, %25 for %')
  expect(read).not.toThrow(url.slice(-12))
})

test('accepts passwords that are percent-encoded', () => {
  const SMTP_URL = 'smtp://cards:pa%23ss%2Fw%40rd@mail.example:587'
  const REDIS_URL = 'redis://:pa%23ss@cache.example:6379'
  const DATABASE_URL = 'postgres://gce:pa%2Fss@db.example/gce'
  const config = readConfig({ ...cluster, SMTP_URL, REDIS_URL, DATABASE_URL })
  expect(config).toMatchObject({ smtpUrl: SMTP_URL, cluster: { redisUrl: REDIS_URL, databaseUrl: DATABASE_URL } })
})

test('accepts hashes of the password library', async () => {
  const made = await createPasswords().hash('a-password-of-staff')
  expect(readConfig({ ADMIN_USERNAME: 'a', ADMIN_PASSWORD_HASH: made }).owner?.passwordHash).toBe(made)
})

test.each(['1', 'true', 'loopback', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/x', '::1/129', '127.0.0.1,2', '0'])(
  'rejects TRUST_PROXY=%s, which is not a list of addresses and ranges',
  (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY is a list of addresses or CIDR ranges')
  },
)

test.each([
  [{ ADMIN_USERNAME: 'a', ADMIN_PASSWORD: 'p', ADMIN_PASSWORD_HASH: hash }, 'not both'],
  [{ ADMIN_PASSWORD: 'p' }, 'ADMIN_PASSWORD needs ADMIN_USERNAME.'],
  [{ ADMIN_PASSWORD_HASH: hash }, 'needs ADMIN_USERNAME.'],
  [{ PUBLIC_URL: 'https://cards.example/shop' }, 'PUBLIC_URL names the folder /shop, BASE_PATH none.'],
  [{ PUBLIC_URL: 'https://cards.example/shop', BASE_PATH: '/cash' }, 'the folder /shop, BASE_PATH /cash.'],
  [{ ADMIN_USERNAME: 'a' }, 'ADMIN_USERNAME needs ADMIN_PASSWORD or ADMIN_PASSWORD_HASH.'],
  [{ CONVERSION_SRC: 'https://ads.example/c.js' }, 'need each other'],
  [{ CONVERSION_SEND_TO: 'AW-1/label' }, 'need each other'],
  [{ TAG_ORIGINS: 'https://collect.example' }, 'TAG_ORIGINS needs ANALYTICS_SRC or CONVERSION_SRC.'],
])('a contradiction is refused: %j', (variables, words) => {
  expect(() => readConfig(variables)).toThrow(words)
})

test('reports all invalid variables at once, without their secrets', () => {
  const read = () =>
    readConfig({
      PORT: 'x',
      LOG_LEVEL: 'loud',
      ADMIN_PASSWORD_HASH: 'my-secret-password',
      SMTP_URL: 'http://u:my-secret-password@m',
    })
  expect(read).toThrow(/PORT[\s\S]*ADMIN_PASSWORD_HASH[\s\S]*LOG_LEVEL/)
  expect(read).not.toThrow('my-secret-password')
})
