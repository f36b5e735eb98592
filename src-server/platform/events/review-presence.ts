import { createLocalMap, type NodeMap } from './node-map.ts'

type Person = { id: string; name: string }

/** Tracks who currently has which submission open. A person with two pages counts once. */
export type ReviewPresenceTracker = ReturnType<typeof createReviewPresence>

type Viewer = Person & { pages: number; cameAt: number }

/** `changed` gets a place where a heartbeat finds other people: messages can be lost, and nodes killed. */
export function createReviewPresence(
  map: NodeMap = createLocalMap(),
  arrivalTime = async () => performance.now(),
  changed: (place: string) => void = () => {},
) {
  const places = new Map<string, Map<string, Viewer>>()

  function write(place: string) {
    const viewers = [...(places.get(place)?.values() ?? [])]
    return map.set(place, viewers.length > 0 ? JSON.stringify(viewers) : undefined)
  }

  async function all() {
    const values = new Map<string, string[]>()
    for (const [place, value] of await map.entries()) values.set(place, [...(values.get(place) ?? []), value])
    return [...values].map(([place, viewers]) => ({ place, people: merge(viewers) }))
  }

  let before = new Map<string, readonly Person[]>()
  map.onHeartbeat(async () => {
    const now = new Map((await all()).map(({ place, people }) => [place, people]))
    for (const place of new Set([...before.keys(), ...now.keys()]))
      if (JSON.stringify(before.get(place)) !== JSON.stringify(now.get(place))) changed(place)
    before = now
  })

  return {
    /** The person is present when the promise resolves, until the returned function is called. */
    async enter(place: string, { id, name }: Person) {
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
    at: async (place: string) => merge(await map.valuesOf(place)),
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
