import type { CustomerProfile } from '#shared/account-schema.ts'
import { createPageStore } from './store.ts'

/** The customer whose session ended without a sign-out, and whether because the account was disabled. */
export type LostSession = { customer: CustomerProfile; isDisabled: boolean }

/** The lost session that its customer can resume, in memory only; undefined after a new sign-in or sign-out. */
export const {
  get: getLostSession,
  set: setLostSession,
  use: useLostSession,
} = createPageStore<LostSession | undefined>(undefined)
