import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { S3Config } from '../../platform/config/engines.ts'
import { createBucketIn, type S3Location } from './s3-bucket.ts'
import { databaseUrl } from './test-database.ts'

/** Where PostgreSQL, Redis and an S3 server are, for any process of the test run. */
export type EngineAddresses = { postgresUrl: string; redisUrl: string; s3: S3Location }

const VARIABLE = 'TEST_ENGINES'

/** From now on, the servers that this process and its children start for a data folder use these engines. */
export function shareEngines(engines: EngineAddresses): void {
  process.env[VARIABLE] = JSON.stringify(engines)
}

const sites = new Map<string, Promise<NodeJS.ProcessEnv>>()

/** The engine settings of the site of a data folder: always the same; none when the test run has no engines. */
export async function siteSettings(dataDir: string): Promise<NodeJS.ProcessEnv> {
  const engines = process.env[VARIABLE]
  if (engines === undefined) return {}
  const known = sites.get(dataDir) ?? createSite(JSON.parse(engines) as EngineAddresses)
  sites.set(dataDir, known)
  return known
}

/** Creates a database and a bucket, and takes a database of Redis, for one site. */
async function createSite({ postgresUrl, redisUrl, s3 }: EngineAddresses): Promise<NodeJS.ProcessEnv> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ number: string }>("select nextval('site_numbers') as number")
    const number = rows[0]?.number
    await client.query(`create database site_${number}`)
    const bucket = createBucketIn(s3, `site-${number}`)
    return settingsOf(databaseUrl(postgresUrl, `site_${number}`), `${redisUrl}/${number}`, bucket)
  } finally {
    await client.end()
  }
}

/** The settings of a node on these engines, with a new data key. */
export function settingsOf(databaseUrl: string, redisUrl: string, s3: S3Config): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    DATA_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  }
}
