import { useSyncExternalStore } from 'react'
import type { CustomerProfile } from '#shared/account-schema.ts'

/** The customer whose session ended without a sign-out, and whether because the account was disabled. */
export type LostSession = { customer: CustomerProfile; isDisabled: boolean }

let lost: LostSession | undefined
const listeners = new Set<() => void>()

export function getLostSession(): LostSession | undefined {
  return lost
}

/** In memory only; undefined after a new sign-in or sign-out. */
export function setLostSession(next: LostSession | undefined): void {
  lost = next
  for (const listener of listeners) listener()
}

/** The lost session that its customer can resume by signing in again. */
export function useLostSession(): LostSession | undefined {
  return useSyncExternalStore(subscribe, getLostSession, () => undefined)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
