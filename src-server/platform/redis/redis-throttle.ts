import type { Clock } from '../clock.ts'
import { createThrottle, type Throttle } from '../events/throttle.ts'
import type { RedisConnection } from './redis-connection.ts'
import { hitWindow } from './redis-windows.ts'

type Options = {
  clock: Clock
  /** Minimum time between two passes of a key, in milliseconds. */
  everyMs: number
  /** Hashes a key, which can contain names. */
  hash(key: string): string
}

/** A throttle over all nodes. While Redis is down, it is one of this node. */
export function createRedisThrottle(connection: RedisConnection, { clock, everyMs, hash }: Options): Throttle {
  const own = createThrottle(clock, everyMs)
  const keyOf = (key: string) => connection.key('throttle', hash(key))
  return {
    async passes(key) {
      try {
        const waitMs = await hitWindow(connection, keyOf(key), clock.now().getTime(), { max: 1, windowMs: everyMs })
        // A restarted Redis has forgotten what this node remembers.
        return waitMs === 0 && own.passes(key)
      } catch {
        return own.passes(key)
      }
    },
    async forget(key) {
      own.forget(key)
      // While Redis is down, the nodes do not ask it; a restarted one has forgotten the key.
      await connection.run((client) => client.del(keyOf(key))).catch(() => {})
    },
  }
}
