export type Person = { id: string; name: string }

/** Tracks who currently has which submission open. A person with two pages counts once. */
export type ReviewPresenceTracker = {
  /** The person is present when the promise resolves, until the returned function is called. */
  enter(place: string, person: Person): Promise<() => Promise<void>>
  /** In order of arrival. */
  at(place: string): Promise<Person[]>
  all(): Promise<{ place: string; people: Person[] }[]>
}

export function createReviewPresence(): ReviewPresenceTracker {
  const places = new Map<string, Map<string, Person & { pages: number }>>()
  const at = (place: string) => [...(places.get(place)?.values() ?? [])].map(({ id, name }) => ({ id, name }))
  return {
    async enter(place, { id, name }) {
      const people = places.get(place) ?? new Map<string, Person & { pages: number }>()
      places.set(place, people)
      const person = people.get(id) ?? { id, name, pages: 0 }
      people.set(id, person)
      person.pages++
      let isHere = true
      return async () => {
        if (!isHere) return
        isHere = false
        if (--person.pages > 0) return
        people.delete(id)
        if (people.size === 0) places.delete(place)
      }
    },
    at: async (place) => at(place),
    all: async () => [...places.keys()].map((place) => ({ place, people: at(place) })),
  }
}
