import type { RedisConnection } from './redis-connection.ts'

/** Messages of one kind between the nodes. Delivery is best effort. */
export type NodeChannel<Message> = {
  /** Sends to the other nodes. Does not throw or wait. */
  send(message: Message): void
  /** Passes what other nodes send to `listener`, until the returned function is called. */
  listen(listener: NodeChannelListener<Message>): () => void
}

export type NodeChannelListener<Message> = {
  message(message: Message): void
  /** The connection is back after a loss, so messages may be missing. */
  reconnected(): void
}

/** A channel named `topic`, on which all nodes send only this type of message. */
export function createNodeChannel<Message>(connection: RedisConnection, topic: string): NodeChannel<Message> {
  return {
    send: (message) => connection.publish(topic, message),
    listen({ message, reconnected }) {
      const stops = [
        connection.subscribe(topic, (body) => message(body as Message)),
        connection.onReconnect(reconnected),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
