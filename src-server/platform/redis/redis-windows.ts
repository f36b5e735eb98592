import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { createThrottle, type Throttle } from '../rate-limits/throttle.ts'
import { type CreateQuickCounters, createWindowCounts } from '../rate-limits/window-counts.ts'
import type { RedisConnection } from './redis-connection.ts'

/** Returns the ms to wait, 0 when it was counted. Windows end by the clock of the nodes, as those in the database. */
const script = `
local count = redis.call('HMGET', KEYS[1], 'hits', 'ends')
local now = tonumber(ARGV[1])
local ends = tonumber(count[2] or '0')
if ends <= now then
  redis.call('HSET', KEYS[1], 'hits', 1, 'ends', ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return 0
end
if tonumber(count[1]) >= tonumber(ARGV[4]) then return ends - now end
redis.call('HINCRBY', KEYS[1], 'hits', 1)
return 0
`
const hash = createHash('sha1').update(script).digest('hex')

/** @throws while Redis is down */
async function hitWindow(
  connection: RedisConnection,
  key: string,
  now: number,
  { max, windowMs }: { max: number; windowMs: number },
) {
  const options = { keys: [key], arguments: [now, now + windowMs, windowMs, max].map(String) }
  const reply = await connection.run((client) =>
    client.evalSha(hash, options).catch((error: unknown) => {
      // A started or emptied Redis does not know the script.
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.eval(script, options)
      throw error
    }),
  )
  return Number(reply)
}

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
    }
  }
}

/** A throttle over all nodes. While Redis is down, it is one of this node. `hash` hides names in keys. */
export function createRedisThrottle(
  connection: RedisConnection,
  clock: Clock,
  everyMs: number,
  hash: (key: string) => string,
): Throttle {
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
