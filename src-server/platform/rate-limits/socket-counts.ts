import { createCounts } from '../counts.ts'

/** Counts the open WebSockets of people and networks, over all nodes. */
export type SocketCounts = {
  enter(name: string): Promise<number>
  leave(name: string): void
}

export function createSocketCounts(): SocketCounts {
  const counts = createCounts()
  return {
    enter: async (name) => counts.add(name, 1),
    leave: (name) => void counts.add(name, -1),
  }
}
