import type { Clock } from './clock.ts'
import { createNodeCounts, type NodeCounts } from './events/node-counts.ts'
import { createLocalMap } from './events/node-map.ts'
import { createReviewPresence, type ReviewPresenceTracker } from './events/review-presence.ts'
import { createThrottle, type Throttle } from './events/throttle.ts'
import type { CreateQuickCounters } from './rate-limits/window-counts.ts'
import { createNodeChannel } from './redis/node-channel.ts'
import { createNodeMap } from './redis/node-map.ts'
import { type RedisConnection, redisTime } from './redis/redis-connection.ts'
import { createRedisCounters, createRedisThrottle } from './redis/redis-windows.ts'

/** What all nodes of a site share besides database and files. Without Redis each node continues with its own part. */
export type SharedState = {
  /** The open conversations of each customer. */
  chatPresence: NodeCounts
  reviewPresence: ReviewPresenceTracker
  /** The open WebSockets of people and networks. */
  socketCounts: NodeCounts
  /** A throttle that passes a key once per interval, in milliseconds. */
  createThrottle(everyMs: number): Throttle
  /** A channel named `topic`, on which all nodes send only this type of message. Undefined for a single node. */
  createChannel: (<Message>(topic: string) => NodeChannel<Message>) | undefined
  /** Undefined for a single node, whose counters are in memory. */
  createQuickCounters: CreateQuickCounters | undefined
  ping(): Promise<void>
  /** Removes what this node has written, and disconnects. */
  close(): Promise<void>
}

/** Messages of one kind between the nodes. Delivery is best effort. */
export type NodeChannel<Message> = {
  /** Sends to the other nodes. Does not throw or wait. */
  send(message: Message): void
  listen(listener: NodeChannelListener<Message>): () => void
}

type NodeChannelListener<Message> = {
  message(message: Message): void
  /** The connection is back after a loss, so messages may be missing. */
  reconnected(): void
}

type Options = {
  clock: Clock
  /** Undefined for a single node. */
  redis: RedisConnection | undefined
  /** A keyed hash for keys that contain names. */
  hash(key: string): string
  /** Called when the people who have this place open have changed, in case that no message said so. */
  reviewersChanged(place: string): void
}

export function createSharedState({ clock, redis, hash, reviewersChanged }: Options): SharedState {
  const mapOf = (name: string) => (redis ? createNodeMap(redis, name) : createLocalMap())
  const chatPresence = createNodeCounts(mapOf('chat-presence'))
  const socketCounts = createNodeCounts(mapOf('sockets'), hash)
  const arrivalTime = redis && (() => redisTime(redis))
  const reviewPresence = createReviewPresence(mapOf('review-presence'), arrivalTime, reviewersChanged)
  return {
    chatPresence,
    reviewPresence,
    socketCounts,
    createThrottle: (everyMs) =>
      redis ? createRedisThrottle(redis, clock, everyMs, hash) : createThrottle(clock, everyMs),
    createChannel: redis && ((topic) => createNodeChannel(redis, topic)),
    createQuickCounters: redis && createRedisCounters(redis, clock),
    ping: async () => redis?.ping(),
    async close() {
      for (const each of [chatPresence, reviewPresence, socketCounts]) await each.close()
      await redis?.close()
    },
  }
}
