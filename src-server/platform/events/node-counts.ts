import { createCounts } from '../counts.ts'
import { createLocalMap, type NodeMap } from './node-map.ts'

/** Counts by name, such as the open pages of a person, over all nodes. */
export type NodeCounts = ReturnType<typeof createNodeCounts>

/** Those of a killed node expire. `hash` hides names such as addresses. */
export function createNodeCounts(map: NodeMap = createLocalMap(), hash = (name: string) => name) {
  const own = createCounts()

  function change(field: string, by: 1 | -1) {
    const count = own.add(field, by)
    return map.set(field, count > 0 ? String(count) : undefined)
  }
  const leave = (name: string) => void change(hash(name), -1)
  return {
    /** Adds one, and returns the count. */
    async enter(name: string) {
      const field = hash(name)
      await change(field, 1)
      return (await map.valuesOf(field)).reduce((sum, count) => sum + Number(count), 0)
    },
    leave,
    /** Counts one until `signal` aborts. */
    stay(name: string, signal: AbortSignal) {
      if (signal.aborted) return
      void change(hash(name), 1)
      signal.addEventListener('abort', () => leave(name), { once: true })
    },
    isHere: async (name: string) => own.of(hash(name)) > 0 || (await map.valuesOf(hash(name))).length > 0,
    close: map.close,
  }
}
