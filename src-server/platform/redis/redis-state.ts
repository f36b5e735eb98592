import type { Clock } from '../clock.ts'
import { createChatPresence } from '../events/chat-presence.ts'
import { createReviewPresence } from '../events/review-presence.ts'
import type { SharedState } from '../shared-state.ts'
import { createNodeChannel } from './node-channel.ts'
import { createNodeMap, type NodeMapTimes } from './node-map.ts'
import type { RedisConnection } from './redis-connection.ts'
import { createRedisSocketCounts } from './redis-socket-counts.ts'
import { createRedisThrottle } from './redis-throttle.ts'
import { createRedisCounters } from './redis-windows.ts'

type Options = {
  clock: Clock
  /** A keyed hash for keys that contain names. */
  hash(key: string): string
  /** Called when the people who have this place open have changed, in case that no message said so. */
  reviewersChanged(place: string): void
}

/** While Redis is down, each node knows the people of its own pages. */
export function createRedisChatPresence(connection: RedisConnection, times?: NodeMapTimes) {
  return createChatPresence(createNodeMap(connection, 'chat-presence', times))
}

/** While Redis is down, each node knows the people of its own pages. */
export function createRedisReviewPresence(
  connection: RedisConnection,
  changed: (place: string) => void,
  times?: NodeMapTimes,
) {
  /** The time of Redis in microseconds, as the order over all nodes needs one clock. */
  async function arrivalTime(): Promise<number> {
    try {
      const [seconds, microseconds] = await connection.run((client) => client.time())
      return Number(seconds) * 1_000_000 + Number(microseconds)
    } catch {
      return Date.now() * 1_000
    }
  }
  return createReviewPresence(createNodeMap(connection, 'review-presence', times), arrivalTime, changed)
}

export function createRedisState(connection: RedisConnection, { clock, hash, reviewersChanged }: Options): SharedState {
  const chatPresence = createRedisChatPresence(connection)
  const reviewPresence = createRedisReviewPresence(connection, reviewersChanged)
  const socketCounts = createRedisSocketCounts(connection, hash)
  return {
    chatPresence,
    reviewPresence,
    socketCounts,
    createChannel: (topic) => createNodeChannel(connection, topic),
    createQuickCounters: createRedisCounters(connection, clock),
    createThrottle: (everyMs) => createRedisThrottle(connection, { clock, everyMs, hash }),
    ping: () => connection.ping(),
    async close() {
      await chatPresence.close()
      await reviewPresence.close()
      await socketCounts.close()
      await connection.close()
    },
  }
}
