import { useSyncExternalStore } from 'react'
import type { CustomerProfile } from '#shared/account-schema.ts'

/** Whose session ended without them asking, and whether because the account was disabled. */
export type LostSession = { customer: CustomerProfile; isDisabled: boolean }

let lost: LostSession | undefined
const listeners = new Set<() => void>()

export function getLostSession(): LostSession | undefined {
  return lost
}

/** Remembers whose session was lost, in memory only; undefined once they are back or everything is forgotten. */
export function setLostSession(next: LostSession | undefined): void {
  lost = next
  for (const listener of listeners) listener()
}

/** The lost session that somebody may still come back to. */
export function useLostSession(): LostSession | undefined {
  return useSyncExternalStore(subscribe, getLostSession, () => undefined)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
