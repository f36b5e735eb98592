import type { NodeMessage } from '../../platform/events/event-bus.ts'
import type { NodeChannel } from '../../platform/shared-state.ts'

type Listener = Parameters<NodeChannel<NodeMessage>['listen']>[0]

export type TestTransport = NodeChannel<NodeMessage> & {
  /** Ends the connection: nothing is sent or received until `reconnect`. */
  disconnect(): void
  reconnect(): void
}

/** A network of nodes in one process, which delivers each message at once unless a test disturbs it. */
export function createTransportNetwork() {
  const nodes = new Set<{ isConnected: boolean; listeners: Set<Listener> }>()
  const delayed: (() => void)[] = []
  let mode: 'deliver' | 'lose' | 'delay' = 'deliver'
  const pass = (delivery: () => void) => {
    if (mode === 'deliver') delivery()
    else if (mode === 'delay') delayed.push(delivery)
  }

  return {
    /** Drops every message from now on. */
    lose() {
      mode = 'lose'
    },
    /** Keeps every message from now on, until `release`. */
    delay() {
      mode = 'delay'
    },
    /** Delivers the delayed messages, newest first, and later ones at once. */
    release() {
      mode = 'deliver'
      for (const delivery of delayed.splice(0).reverse()) delivery()
    },
    connect(): TestTransport {
      const node = { isConnected: true, listeners: new Set<Listener>() }
      nodes.add(node)
      return {
        send(message) {
          const text = JSON.stringify(message)
          if (!node.isConnected) return
          for (const other of nodes)
            if (other !== node)
              pass(() => {
                if (other.isConnected) for (const listener of other.listeners) listener.message(JSON.parse(text))
              })
        },
        listen(listener) {
          node.listeners.add(listener)
          return () => void node.listeners.delete(listener)
        },
        disconnect() {
          node.isConnected = false
        },
        reconnect() {
          node.isConnected = true
          for (const listener of node.listeners) listener.reconnected()
        },
      }
    },
  }
}
