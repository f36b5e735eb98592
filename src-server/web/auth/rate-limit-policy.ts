import type { RateLimitName } from '../../platform/rate-limits/rate-limit-config.ts'

/**
 * What a limit counts by. 'network' is an IPv4 address or an IPv6 /64; 'unknownBrowser' is the same, for browsers that
 * never signed in to the attempted account. 'attemptedAccount' is that account, existing or not, when the browser is
 * unknown; 'knownBrowser' is a browser that did sign in to it. 'email' is the typed address. 'currentPassword' is the
 * customer, when the input carries their password. 'caller' is the signed-in person of a member's call. 'photos' is
 * the reviewer, once for each submission whose photos they open. 'site' counts all callers together.
 */
export type LimitSubject =
  | 'network'
  | 'unknownBrowser'
  | 'attemptedAccount'
  | 'knownBrowser'
  | 'email'
  | 'currentPassword'
  | 'customer'
  | 'staff'
  | 'caller'
  | 'photos'
  | 'site'

/**
 * A limit and what it counts by. Calls with an API token count for the token's customer or the staff who made it. With
 * 'payouts' each of the payouts in the input counts, otherwise the call.
 */
export type LimitUse = { limit: RateLimitName; per: LimitSubject; each?: 'payouts' }

export const limit = (name: RateLimitName, per: LimitSubject, each?: LimitUse['each']): LimitUse => ({
  limit: name,
  per,
  ...(each && { each }),
})

/** The explicit choice not to limit a call: it is cheap, or limited elsewhere. */
export const noLimits: readonly LimitUse[] = []

/** A submission counts the same over tRPC and as a form. */
export const submitLimits: readonly LimitUse[] = [
  limit('submitTries', 'customer'),
  limit('submitCustomer', 'customer'),
  limit('submitDay', 'customer'),
  limit('submitNetwork', 'network'),
]
