/** Counts the open WebSockets of people and networks, over all nodes. */
export type SocketCounts = {
  /** Counts one more socket of this name and returns how many there are now. */
  enter(name: string): Promise<number>
  leave(name: string): void
}

/** The counts of one process. */
export function createSocketCounts(): SocketCounts {
  const counts = new Map<string, number>()
  return {
    async enter(name) {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count
    },
    leave(name) {
      const left = (counts.get(name) ?? 1) - 1
      if (left > 0) counts.set(name, left)
      else counts.delete(name)
    },
  }
}
