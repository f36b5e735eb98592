import type { Clock } from '../clock.ts'
import type { SharedState } from '../shared-state.ts'
import { createNodeChannel } from './node-channel.ts'
import { createRedisChatPresence } from './redis-chat-presence.ts'
import type { RedisConnection } from './redis-connection.ts'
import { createRedisCounters } from './redis-counters.ts'
import { createRedisReviewPresence } from './redis-review-presence.ts'
import { createRedisSocketCounts } from './redis-socket-counts.ts'
import { createRedisThrottle } from './redis-throttle.ts'

type Options = {
  clock: Clock
  /** A keyed hash for keys that contain names. */
  hash(key: string): string
  /** Called when the people who have this place open have changed, in case that no message said so. */
  reviewersChanged(place: string): void
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
