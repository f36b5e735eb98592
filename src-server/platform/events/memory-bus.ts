import { afterCommit } from '../db/database.ts'
import type { EventBus } from './event-bus.ts'
import { createLocalDelivery } from './local-delivery.ts'

export function createMemoryBus(): EventBus {
  const { deliver, listen, subscribe } = createLocalDelivery()
  return {
    async emit(tx, ...events) {
      afterCommit(tx, () => {
        for (const event of events) deliver(event)
      })
    },
    publish: deliver,
    listen,
    subscribe,
    async stop() {},
  }
}
