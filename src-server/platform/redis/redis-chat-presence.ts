import { createCounts } from '../counts.ts'
import type { ChatPresence } from '../events/chat-presence.ts'
import { createNodeMap, type NodeMapTimes } from './node-map.ts'
import type { RedisConnection } from './redis-connection.ts'

/** Chat presence over all nodes. While Redis is down, each node knows the people of its own pages. */
export function createRedisChatPresence(
  connection: RedisConnection,
  times?: NodeMapTimes,
): ChatPresence & { close(): Promise<void> } {
  const map = createNodeMap(connection, 'chat-presence', times)
  const pages = createCounts()

  function enter(personId: string): void {
    if (pages.add(personId, 1) === 1) void map.set(personId, 'here')
  }
  function leave(personId: string): void {
    if (pages.add(personId, -1) === 0) void map.set(personId, undefined)
  }

  return {
    enter(personId, signal) {
      if (signal.aborted) return
      enter(personId)
      signal.addEventListener('abort', () => leave(personId), { once: true })
    },
    isHere: async (personId) => pages.of(personId) > 0 || (await map.valuesOf(personId)).length > 0,
    close: map.close,
  }
}
