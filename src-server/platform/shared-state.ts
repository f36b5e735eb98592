import type { NodeCounts } from './events/node-counts.ts'
import type { ReviewPresenceTracker } from './events/review-presence.ts'
import type { Throttle } from './rate-limits/throttle.ts'
import type { CreateQuickCounters } from './rate-limits/window-counts.ts'

/** What all nodes of a site share besides database and files. Without Redis each node continues with its own part. */
export type SharedState = {
  chatPresence: NodeCounts
  reviewPresence: ReviewPresenceTracker
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
