import type { EphemeralEvent, EventTransport } from '../events/event-bus.ts'
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

/** Undefined instead of an event is a hint about new rows of the journal. */
type TransportMessage = { event?: EphemeralEvent }

/** Hints and ephemeral events over Redis. Hints of the same turn of the event loop are sent as one. */
export function createRedisTransport(connection: RedisConnection): EventTransport {
  const channel = createNodeChannel<TransportMessage>(connection, 'events')
  let isHintDue = false
  return {
    sendHint() {
      if (isHintDue) return
      isHintDue = true
      setImmediate(() => {
        isHintDue = false
        channel.send({})
      })
    },
    publish: (event) => channel.send({ event }),
    listen: (listener) =>
      channel.listen({
        message: ({ event }) => (event ? listener.event(event) : listener.hint()),
        reconnected: () => listener.reconnected(),
      }),
  }
}
