import type { SessionEndReason } from '#shared/account.ts'

type Listener = (reason?: SessionEndReason) => void
const listeners = new Set<Listener>()

/** Publishes that the server rejected the session, or closed the socket because the session ended. */
export function publishSessionEnd(reason?: SessionEndReason): void {
  for (const listener of listeners) listener(reason)
}

/** Calls `listener` whenever a session ends until the returned function is called. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
