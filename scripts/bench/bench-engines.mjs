import { redisServer } from '../engines.mjs'

/** PostgreSQL, which syncs every commit, Redis and an S3 server; `siteSettings(name)` are those of a new site on them. */
export async function startBenchEngines() {
  process.env.REDIS_SERVER_PATH ??= redisServer()
  const { startEngines } = await import('../../src-server/testing/test-support/engines.ts')
  const { shareEngines, siteSettings } = await import('../../src-server/testing/test-support/test-site.ts')
  const engines = await startEngines({ isDurable: true })
  shareEngines(engines.addresses)
  return { engines, siteSettings }
}
