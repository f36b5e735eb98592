import type { EphemeralEvent } from './event-bus.ts'

/** Connects the nodes, besides the database. Messages can be late, lost or out of order. No method throws or waits. */
export type EventTransport = {
  /** Notifies the other nodes that the journal has new rows. Implementations may merge hints of the same moment. */
  sendHint(): void
  /** Sends an event to the other nodes. This node's own listeners do not get it back. */
  publish(event: EphemeralEvent): void
  listen(listener: TransportListener): () => void
}

/** The methods must not throw. */
export type TransportListener = {
  hint(): void
  event(event: EphemeralEvent): void
  /** The connection is back after a loss, so messages may be missing. Not called for the first connection. */
  reconnected(): void
}
