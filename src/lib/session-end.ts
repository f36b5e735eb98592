import type { SessionEndReason } from '#shared/account.ts'

type Listener = (reason?: SessionEndReason) => void
const listeners = new Set<Listener>()
/** An end that was published before the first listener was loaded. */
let missed: { reason: SessionEndReason | undefined } | undefined

/** The session has ended, or may have: listeners ask the server. */
export function publishSessionEnd(reason?: SessionEndReason) {
  if (listeners.size === 0) missed = { reason }
  for (const listener of listeners) listener(reason)
}

/** Calls `listener` for each publication, also a missed one, until the returned function is called. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener)
  if (missed) listener(missed.reason)
  missed = undefined
  return () => void listeners.delete(listener)
}
