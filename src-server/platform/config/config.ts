import { hostname } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { defaultPlaceholderEmailRules, PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import { clusterConfigOf, dataKeysOf, engineVariables, isPostgresUrl } from './engines.ts'
import { readEnvFile } from './env-file.ts'
import { payPalConfigOf, payPalVariables } from './paypal.ts'
import {
  cidrList,
  clamdAddress,
  ENCODED,
  httpAddress,
  onOff,
  placeholderList,
  serverAddress,
  textUpTo,
  wholeNumber,
} from './setting-kinds.ts'
import { tagConfigOf, tagVariables } from './third-party-tags.ts'

const RETENTION_MOST_DAYS = 30

/** The library's format: version, costs, salt of at least 8 bytes, hash of at least 4. */
const argon2idHash = /^\$argon2id\$v=19\$m=[1-9]\d*,t=[1-9]\d*,p=[1-9]\d*\$[A-Za-z\d+/]{11,}\$[A-Za-z\d+/]{6,}$/

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber('PORT', 0, 65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .refine((text) => /^sqlite:\s*[^\s:]/.test(text) || isPostgresUrl(text), {
      error: `DATABASE_URL is sqlite: and a file path, or a postgres:// address; a database in memory would lose every order. ${ENCODED}`,
    })
    .optional(),
  ...engineVariables,
  NODE_NAME: z
    .string()
    .regex(/^[\w.-]{1,63}$/, 'NODE_NAME is 1 to 63 letters, digits, dots, hyphens or underscores.')
    .optional(),
  PUBLIC_URL: httpAddress('PUBLIC_URL')
    .refine(hasNoPassword, { error: 'PUBLIC_URL goes into mails: it has no user name and no password in it.' })
    .optional(),
  BASE_PATH: z
    .string()
    .regex(/^(\/[\w.~-]+)+$/, 'BASE_PATH starts with / and does not end with one, like /cash.')
    .default(''),
  COMPANY_LINE: textUpTo('COMPANY_LINE', 300).trim().default(''),
  SERVICE_WORKER: onOff('SERVICE_WORKER').default(true),
  TRUST_PROXY: cidrList.default([]),
  DRAIN_SECONDS: wholeNumber('DRAIN_SECONDS', 0, 600).default(0),
  DATA_KEYS: z.string().optional(),
  ADMIN_USERNAME: textUpTo('ADMIN_USERNAME', 80).optional(),
  ADMIN_PASSWORD: z.string().optional(),
  ADMIN_PASSWORD_HASH: z.string().regex(argon2idHash, 'ADMIN_PASSWORD_HASH is an Argon2id hash.').optional(),
  STAFF_MFA: z.enum(['optional', 'required'], { error: 'STAFF_MFA is optional or required.' }).default('optional'),
  PASSWORD_MIN_LENGTH: wholeNumber('PASSWORD_MIN_LENGTH', PASSWORD_MIN_LENGTH, 64).default(PASSWORD_MIN_LENGTH),
  PLACEHOLDER_EMAIL_HOSTS: placeholderList('hosts').default([...defaultPlaceholderEmailRules.hosts]),
  PLACEHOLDER_EMAIL_WORDS: placeholderList('words').default([...defaultPlaceholderEmailRules.words]),
  PLACEHOLDER_EMAIL_PREFIXES: placeholderList('prefixes').default([...defaultPlaceholderEmailRules.prefixes]),
  SMTP_URL: serverAddress('SMTP_URL', 'an smtp:// or smtps:// address', /^smtps?:\/\/[^/?#]/).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'MAIL_FROM is an address, or Name <address>.')
    .optional(),
  CLAMD_URL: clamdAddress.optional(),
  ...payPalVariables,
  ...tagVariables,
  RETENTION_DAYS: wholeNumber('RETENTION_DAYS', 0, RETENTION_MOST_DAYS).default(RETENTION_MOST_DAYS),
  CLEAR_ALL_DATA: onOff('CLEAR_ALL_DATA').default(true),
  METRICS_PORT: wholeNumber('METRICS_PORT', 1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress('OTEL_EXPORTER_OTLP_ENDPOINT').optional(),
  LOG_REQUESTS: onOff('LOG_REQUESTS').default(false),
  LIMITS: onOff('LIMITS').default(true),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'LOG_LEVEL is debug, info, warn, error or silent.' })
    .default('info'),
})

/** Called first by every program: sets an owner-only umask and loads `.env`, over which existing variables win. */
export function prepareProcess() {
  assertNodeVersion()
  process.umask(0o077)
  const given = readEnvFile('.env', Object.keys(environment.shape))
  for (const [name, value] of Object.entries(given)) process.env[name] ??= value
}

/** The validated configuration. `.env.example` lists the variables with their defaults. */
export type Config = ReturnType<typeof readConfig>

/** Reads environment variables; empty ones are ignored. @throws one Error with all that is invalid */
export function readConfig(variables: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const env = parsed.data
  const dataDir = path.resolve(env.DATA_DIR)
  const cluster = clusterConfigOf(env)
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir,
    backupDir: env.BACKUP_DIR ? path.resolve(env.BACKUP_DIR) : path.join(dataDir, 'backups'),
    /** Path of the SQLite file; ':memory:' in tests. */
    databaseFile:
      env.DATABASE_URL === undefined || cluster
        ? path.join(dataDir, 'exchange.sqlite')
        : path.resolve(env.DATABASE_URL.slice('sqlite:'.length).trim()),
    /** PostgreSQL, Redis and S3, for several nodes. Undefined: one process with SQLite and a folder. */
    cluster,
    /** The name of this node in metrics and the log: NODE_NAME, else the host name if there are several nodes. */
    nodeName: env.NODE_NAME ?? (cluster && hostname()),
    /** The URL path prefix of the site, like '/cash'; '' without one. */
    basePath: env.BASE_PATH,
    /** The public URL of the site, including the base path. */
    publicUrl: publicUrlOf(env),
    /** Until an owner changes it in Settings; '' for none. */
    companyLine: env.COMPANY_LINE,
    serviceWorker: env.SERVICE_WORKER,
    trustProxy: env.TRUST_PROXY,
    /** How long the server stays reachable after SIGTERM while it is not ready, in milliseconds. */
    drainMs: env.DRAIN_SECONDS * 1000,
    dataKeys: dataKeysOf(env),
    owner: ownerOf(env),
    /** 'required': staff without a second factor can only set one up. */
    staffMfa: env.STAFF_MFA,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    placeholderEmails: {
      hosts: env.PLACEHOLDER_EMAIL_HOSTS,
      words: env.PLACEHOLDER_EMAIL_WORDS,
      prefixes: env.PLACEHOLDER_EMAIL_PREFIXES,
    },
    /** The mail server, as smtp:// or smtps://. Undefined: mails are written to files. */
    smtpUrl: env.SMTP_URL,
    /** 'Name <address>'. Undefined: brand name and support address of the site. */
    mailFrom: env.MAIL_FROM,
    clamd: env.CLAMD_URL,
    /** PayPal's API for payouts. Undefined: PayPal payouts are made by hand. */
    paypal: payPalConfigOf(env),
    tags: tagConfigOf(env),
    retentionDays: env.RETENTION_DAYS,
    clearAllData: env.CLEAR_ALL_DATA,
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    /** The base URL of the OpenTelemetry collector (OTLP over HTTP). Undefined: none. */
    telemetryEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    logRequests: env.LOG_REQUESTS,
    /** Whether rate limits are enforced; off for benchmarks and load tests. */
    limits: rateLimitsOf(env),
    logLevel: env.LOG_LEVEL,
  }
}

/** The configurations of `npm run move`: of the site in DATA_DIR, and of the cluster with this database. */
export function readMoveConfigs(
  databaseUrl: string,
  variables: NodeJS.ProcessEnv = process.env,
): { source: Config; target: Config } {
  if (!isPostgresUrl(databaseUrl))
    throw new Error('--to names the new database: postgres://user:password@host/database')
  const { DATABASE_URL = '', REDIS_URL: _, ...others } = variables
  const own = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith('S3_')))
  const source = readConfig({ ...own, ...(!isPostgresUrl(DATABASE_URL) && { DATABASE_URL }) })
  if (source.dataKeys === undefined)
    throw new Error(
      `Give the data keys as all nodes will have them: DATA_KEYS, or DATA_KEYS_FILE=${path.join(source.dataDir, 'data-keys')}`,
    )
  return { source, target: readConfig({ ...variables, DATABASE_URL: databaseUrl }) }
}

function publicUrlOf({ PUBLIC_URL, BASE_PATH }: z.infer<typeof environment>) {
  if (PUBLIC_URL === undefined) return undefined
  const url = new URL(PUBLIC_URL)
  const folder = url.pathname.replace(/\/$/, '')
  if (folder !== '' && folder !== BASE_PATH)
    throw new Error(`PUBLIC_URL names the folder ${folder}, BASE_PATH ${BASE_PATH || 'none'}.`)
  return new URL(`${BASE_PATH}/`, url)
}

function rateLimitsOf({ LIMITS, PUBLIC_URL }: z.infer<typeof environment>) {
  if (!LIMITS && PUBLIC_URL?.startsWith('https:'))
    throw new Error('LIMITS=off is for benchmarks and load tests: it is refused while PUBLIC_URL is https.')
  return LIMITS
}

function hasNoPassword(text: string) {
  if (!URL.canParse(text)) return true
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

function ownerOf({
  ADMIN_USERNAME: username,
  ADMIN_PASSWORD: password,
  ADMIN_PASSWORD_HASH: passwordHash,
}: z.infer<typeof environment>) {
  if (password && passwordHash) throw new Error('Give ADMIN_PASSWORD or ADMIN_PASSWORD_HASH, not both.')
  if (!username && (password || passwordHash)) throw new Error('ADMIN_PASSWORD needs ADMIN_USERNAME.')
  if (username && !password && !passwordHash)
    throw new Error('ADMIN_USERNAME needs ADMIN_PASSWORD or ADMIN_PASSWORD_HASH.')
  return username ? { username, password, passwordHash } : undefined
}

/** Refuses a Node.js that better-sqlite3 13, made for Node-API 10, would end with a segmentation fault. */
export function assertNodeVersion(version: string = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 14))
    throw new Error(`Node.js ${version} is too old. Use Node.js 22.14+, 24 or 26.`)
}
