import { createCounts } from '../counts.ts'

/** Tracks which users currently have a conversation open. */
export type ChatPresence = {
  /** The user is present until `signal` aborts. */
  enter(personId: string, signal: AbortSignal): void
  isHere(personId: string): Promise<boolean>
}

export function createChatPresence(): ChatPresence {
  const pages = createCounts()
  return {
    enter(personId, signal) {
      if (signal.aborted) return
      pages.add(personId, 1)
      signal.addEventListener('abort', () => pages.add(personId, -1), { once: true })
    },
    isHere: async (personId) => pages.of(personId) > 0,
  }
}
