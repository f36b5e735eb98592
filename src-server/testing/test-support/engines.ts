import pg from 'pg'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { type RedisServer, startRedisServer } from './redis-server.ts'
import { type S3Server, startS3Server } from './s3-server.ts'
import type { EngineAddresses } from './test-site.ts'

export type Engines = AsyncDisposable & {
  postgres: PostgresServer
  redis: RedisServer
  store: S3Server
  addresses: EngineAddresses
}

/** Starts PostgreSQL, Redis and an S3 server. They end with this process, however that ends. */
export async function startEngines(options: Parameters<typeof startPostgres>[0] = {}): Promise<Engines> {
  const starting = [startPostgres(options), startRedisServer(), startS3Server()] as const
  const dispose = async () => {
    for (const each of await Promise.allSettled(starting))
      if (each.status === 'fulfilled') await each.value[Symbol.asyncDispose]()
  }
  try {
    const [postgres, redis, store] = await Promise.all(starting)
    await createSiteNumbers(postgres.url())
    const addresses = { postgresUrl: postgres.url(), redisUrl: redis.url, s3: store.location }
    return { postgres, redis, store, addresses, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

async function createSiteNumbers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create sequence site_numbers')
  await client.end()
}
