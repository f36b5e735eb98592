import { createCounts } from '../counts.ts'
import { createLocalMap, type NodeMap } from './node-map.ts'

export type ChatPresence = {
  /** The user is present until `signal` aborts. */
  enter(personId: string, signal: AbortSignal): void
  isHere(personId: string): Promise<boolean>
  close(): Promise<void>
}

export function createChatPresence(map: NodeMap = createLocalMap()): ChatPresence {
  const pages = createCounts()
  return {
    enter(personId, signal) {
      if (signal.aborted) return
      if (pages.add(personId, 1) === 1) void map.set(personId, 'here')
      const leave = () => {
        if (pages.add(personId, -1) === 0) void map.set(personId, undefined)
      }
      signal.addEventListener('abort', leave, { once: true })
    },
    isHere: async (personId) => pages.of(personId) > 0 || (await map.valuesOf(personId)).length > 0,
    close: map.close,
  }
}
