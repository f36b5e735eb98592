import type { ChatPresence } from '../events/chat-presence.ts'
import { createNodeMap, type NodeMapTimes } from './node-map.ts'
import type { RedisConnection } from './redis-connection.ts'

/** Chat presence over all nodes. While Redis is down, each node knows the people of its own pages. */
export function createRedisChatPresence(
  connection: RedisConnection,
  times?: NodeMapTimes,
): ChatPresence & { close(): Promise<void> } {
  const map = createNodeMap(connection, 'chat-presence', times)
  const pages = new Map<string, number>()

  function change(personId: string, by: number): void {
    const before = pages.get(personId) ?? 0
    const now = before + by
    if (now > 0) pages.set(personId, now)
    else pages.delete(personId)
    if (before === 0 || now === 0) void map.set(personId, now > 0 ? 'here' : undefined)
  }

  return {
    enter(personId, signal) {
      if (signal.aborted) return
      change(personId, 1)
      signal.addEventListener('abort', () => change(personId, -1), { once: true })
    },
    isHere: async (personId) => pages.has(personId) || (await map.valuesOf(personId)).length > 0,
    close: map.close,
  }
}
