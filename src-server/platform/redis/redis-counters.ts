import type { Clock } from '../clock.ts'
import type { CreateQuickCounters } from '../rate-limits/quick-counters.ts'
import { createWindowCounts } from '../rate-limits/window-counts.ts'
import type { RedisConnection } from './redis-connection.ts'
import { hitWindow } from './redis-windows.ts'

/** Counts quick limits over all nodes. While Redis is down, each node counts its own calls. */
export function createRedisCounters(connection: RedisConnection, clock: Clock): CreateQuickCounters {
  return (limit, keyOf) => {
    const own = createWindowCounts({ clock, limit })
    return {
      async hit(subject) {
        try {
          return await hitWindow(connection, connection.key('limit', keyOf(subject)), clock.now().getTime(), limit)
        } catch {
          return own.hit(subject)
        }
      },
      stop: async () => {},
    }
  }
}
