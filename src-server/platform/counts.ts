/** Counts by name in this process. It stores no name whose count is zero. */
export function createCounts() {
  const counts = new Map<string, number>()
  const of = (name: string) => counts.get(name) ?? 0
  return {
    of,
    add(name: string, by: 1 | -1) {
      const count = Math.max(of(name) + by, 0)
      if (count > 0) counts.set(name, count)
      else counts.delete(name)
      return count
    },
  }
}
