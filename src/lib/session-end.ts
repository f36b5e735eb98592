const listeners = new Set<() => void>()

/** Says that the server has refused this browser's session, or closed its socket because the session ended. */
export function announceSessionEnd(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever that is said, until the returned function is called. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
