import type { Clock } from '../clock.ts'
import type { ChatPresence } from '../events/chat-presence.ts'
import type { ReviewPresenceTracker } from '../events/review-presence.ts'
import type { Throttle } from '../events/throttle.ts'
import type { CreateQuickCounters } from '../rate-limits/quick-counters.ts'
import type { SocketCounts } from '../rate-limits/socket-counts.ts'
import { createNodeChannel, type NodeChannel } from './node-channel.ts'
import { createRedisChatPresence } from './redis-chat-presence.ts'
import type { RedisConnection } from './redis-connection.ts'
import { createRedisCounters } from './redis-counters.ts'
import { createRedisReviewPresence } from './redis-review-presence.ts'
import { createRedisSocketCounts } from './redis-socket-counts.ts'
import { createRedisThrottle } from './redis-throttle.ts'

/** What all nodes of a site share besides database and files. Without Redis each node continues with its own part. */
export type RedisState = {
  presence: ChatPresence
  reviewPresence: ReviewPresenceTracker
  socketCounts: SocketCounts
  /** A channel named `topic`, on which all nodes send only this type of message. */
  createChannel<Message>(topic: string): NodeChannel<Message>
  createQuickCounters: CreateQuickCounters
  /** A throttle that passes a key once per interval, in milliseconds. */
  createThrottle(everyMs: number): Throttle
  /** Removes what this node has written, and disconnects. */
  close(): Promise<void>
}

type Options = {
  clock: Clock
  /** A keyed hash for keys that contain names. */
  hash(key: string): string
  /** Called when the people who have this place open have changed, in case that no message said so. */
  reviewersChanged(place: string): void
}

export function createRedisState(connection: RedisConnection, { clock, hash, reviewersChanged }: Options): RedisState {
  const presence = createRedisChatPresence(connection)
  const reviewPresence = createRedisReviewPresence(connection, reviewersChanged)
  const socketCounts = createRedisSocketCounts(connection, hash)
  return {
    presence,
    socketCounts,
    reviewPresence,
    createChannel: (topic) => createNodeChannel(connection, topic),
    createQuickCounters: createRedisCounters(connection, clock),
    createThrottle: (everyMs) => createRedisThrottle(connection, { clock, everyMs, hash }),
    async close() {
      await presence.close()
      await reviewPresence.close()
      await socketCounts.close()
      await connection.close()
    },
  }
}
