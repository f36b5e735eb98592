/** Tracks which users currently have a conversation open. */
export type ChatPresence = {
  /** The user is present until `signal` aborts. */
  enter(personId: string, signal: AbortSignal): void
  isHere(personId: string): Promise<boolean>
}

/** The presence of one process. */
export function createChatPresence(): ChatPresence {
  const counts = new Map<string, number>()
  return {
    enter(personId, signal) {
      if (signal.aborted) return
      counts.set(personId, (counts.get(personId) ?? 0) + 1)
      const leave = () => {
        const left = (counts.get(personId) ?? 1) - 1
        if (left > 0) counts.set(personId, left)
        else counts.delete(personId)
      }
      signal.addEventListener('abort', leave, { once: true })
    },
    isHere: async (personId) => counts.has(personId),
  }
}
