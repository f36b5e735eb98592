import type { SessionEndReason } from '#shared/account.ts'

type Listener = (reason?: SessionEndReason) => void
const listeners = new Set<Listener>()

/** Says that the server has refused this browser's session, or closed its socket because the session ended. */
export function publishSessionEnd(reason?: SessionEndReason): void {
  for (const listener of listeners) listener(reason)
}

/** Calls `listener` whenever that is said, until the returned function is called. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
