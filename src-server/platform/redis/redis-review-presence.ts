import type { Person, ReviewPresenceTracker } from '../events/review-presence.ts'
import { createNodeMap, type NodeMapTimes } from './node-map.ts'
import type { RedisConnection } from './redis-connection.ts'

/** `cameAt` is in epoch microseconds. */
type Viewer = Person & { pages: number; cameAt: number }

/**
 * While Redis is down, each node knows the people of its own pages. `changed` gets a place where a heartbeat finds
 * other people: a killed node does not say that its people left, and messages can be lost.
 */
export function createRedisReviewPresence(
  connection: RedisConnection,
  changed: (place: string) => void,
  times?: NodeMapTimes,
): ReviewPresenceTracker & { close(): Promise<void> } {
  const map = createNodeMap(connection, 'review-presence', times)
  /** The people of this node's pages, by place and person. */
  const places = new Map<string, Map<string, Viewer>>()

  function write(place: string): Promise<void> {
    const viewers = [...(places.get(place)?.values() ?? [])]
    return map.set(place, viewers.length > 0 ? JSON.stringify(viewers) : undefined)
  }

  async function all(): Promise<{ place: string; people: Person[] }[]> {
    const values = new Map<string, string[]>()
    for (const [place, value] of await map.entries()) values.set(place, [...(values.get(place) ?? []), value])
    return [...values].map(([place, viewers]) => ({ place, people: merge(viewers) }))
  }

  /** The time of Redis, as the order over all nodes needs one clock. */
  async function arrivalTime(): Promise<number> {
    try {
      const [seconds, microseconds] = await connection.run((client) => client.time())
      return Number(seconds) * 1_000_000 + Number(microseconds)
    } catch {
      return Date.now() * 1_000
    }
  }

  let before = new Map<string, readonly Person[]>()
  map.onHeartbeat(async () => {
    const now = new Map((await all()).map(({ place, people }) => [place, people]))
    for (const place of new Set([...before.keys(), ...now.keys()]))
      if (JSON.stringify(before.get(place)) !== JSON.stringify(now.get(place))) changed(place)
    before = now
  })

  return {
    async enter(place, { id, name }) {
      const cameAt = await arrivalTime()
      const viewers = places.get(place) ?? new Map<string, Viewer>()
      places.set(place, viewers)
      const viewer = viewers.get(id) ?? { id, name, pages: 0, cameAt }
      viewers.set(id, viewer)
      viewer.pages++
      await write(place)
      let isHere = true
      return async () => {
        if (!isHere) return
        isHere = false
        if (--viewer.pages > 0) return
        viewers.delete(id)
        if (viewers.size === 0) places.delete(place)
        await write(place)
      }
    },
    at: async (place) => merge(await map.valuesOf(place)),
    all,
    close: map.close,
  }
}

/** The people of all nodes, each once, in order of arrival. */
function merge(values: readonly string[]): Person[] {
  const viewers = values.flatMap((value): Viewer[] => JSON.parse(value))
  viewers.sort((one, other) => one.cameAt - other.cameAt)
  return [...new Map(viewers.map(({ id, name }) => [id, { id, name }])).values()]
}
