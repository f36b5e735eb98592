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
    async enter(name: string) {
      const field = hash(name)
      const count = own.add(field, 1)
      await map.set(field, String(count))
      const all = (await map.valuesOf(field)).reduce((sum, each) => sum + Number(each), 0)
      // What entered this node during the waits came later, so it does not count against this one.
      return all - own.of(field) + count
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
