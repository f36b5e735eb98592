import { onTestFinished } from 'vitest'
import { createLog } from '../../platform/logging/logger.ts'
import { connectRedis, type RedisConnection } from '../../platform/redis/redis-connection.ts'

let databases = 0

/** Connections of nodes of one site until the test ends, in the next of the 16 databases of this server. */
export async function redisNodes<Count extends 1 | 2>(count: Count, { url }: { url: string }) {
  const database = `${url}/${++databases % 16}`
  const connections: RedisConnection[] = []
  for (let at = 0; at < count; at++) {
    const connection = await connectRedis(database, createLog({ logLevel: 'silent', nodeName: undefined }))
    onTestFinished(() => connection.close())
    connections.push(connection)
  }
  return connections as Count extends 1 ? [RedisConnection] : [RedisConnection, RedisConnection]
}
