import { createCounts } from '../counts.ts'
import type { SocketCounts } from '../rate-limits/socket-counts.ts'
import { createNodeMap, type NodeMapTimes } from './node-map.ts'
import type { RedisConnection } from './redis-connection.ts'

/** Those of a killed node expire. While Redis is down, each node counts its own. `hash` hides addresses in names. */
export function createRedisSocketCounts(
  connection: RedisConnection,
  hash: (name: string) => string,
  times?: NodeMapTimes,
): SocketCounts & { close(): Promise<void> } {
  const map = createNodeMap(connection, 'sockets', times)
  const own = createCounts()

  function change(field: string, by: 1 | -1): Promise<void> {
    const count = own.add(field, by)
    return map.set(field, count > 0 ? String(count) : undefined)
  }

  return {
    async enter(name) {
      const field = hash(name)
      await change(field, 1)
      return (await map.valuesOf(field)).reduce((sum, count) => sum + Number(count), 0)
    },
    leave: (name) => void change(hash(name), -1),
    close: map.close,
  }
}
