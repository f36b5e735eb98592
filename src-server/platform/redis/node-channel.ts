import type { NodeChannel } from '../shared-state.ts'
import type { RedisConnection } from './redis-connection.ts'

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
