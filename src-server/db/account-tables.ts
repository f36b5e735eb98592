import type { PaymentType } from '#shared/payment-method.ts'
import type { StaffRole } from '#shared/staff-role.ts'

export type Role = 'customer' | StaffRole

export type UserTable = {
  id: string
  role: Role
  /** Staff sign in by username. */
  username: string | null
  /** Customers sign in by e-mail; stored in lower case. */
  email: string | null
  name: string
  phone: string
  address: string
  password_hash: string
  created_at: string
  last_login_at: string | null
  disabled_at: string | null
  /** 1 while the password is one that somebody else has seen: it opens nothing but its own replacement. */
  must_change_password: number
  /** Orders sent so far; the record of the registration is none. */
  trade_count: number
  /** What staff find a customer by, in small letters; empty for staff and for whoever has left. */
  search_text: string
}

export type SessionTable = {
  id: string
  /** SHA-256 of the cookie's token; the token itself is stored nowhere. */
  token_hash: string
  user_id: string
  kind: 'customer' | 'staff'
  created_at: string
  expires_at: string
  /** As the browser called itself at sign-in. */
  user_agent: string
  /** When it was last used, give or take a few minutes. */
  last_seen_at: string
}

/** A link that sets a new password. It stands until it expires, so that the links of a while can be counted. */
export type PasswordResetTable = {
  /** SHA-256 of the link's token; the token itself is stored nowhere. */
  token_hash: string
  /** Null only inside the transaction of a request for nobody's address. */
  user_id: string | null
  created_at: string
  expires_at: string
  /** Used, or made void by a newer one. */
  ended_at: string | null
}

export type PaymentMethodTable = {
  id: string
  user_id: string
  type: PaymentType
  details_sealed: string
  created_at: string
}

export type ApiTokenTable = {
  id: string
  name: string
  /** SHA-256 of the token; the token itself is stored nowhere. */
  token_hash: string
  /** How the token begins, so that people tell theirs apart. */
  prefix: string
  /** Scopes, with spaces between. */
  scopes: string
  maker_id: string
  /** The customer it orders for, with the scope 'orders'. */
  customer_id: string | null
  created_at: string
  expires_at: string | null
  /** Give or take a few minutes. */
  last_used_at: string | null
  revoked_at: string | null
}

/** The app on a member of staff's phone. Without `confirmed_at` it was only shown, and counts for nothing. */
export type SecondFactorTable = {
  user_id: string
  secret_sealed: string
  confirmed_at: string | null
  /** The 30 seconds the last accepted code was for: it and older ones are used up. */
  last_step: number
  wrong_codes: number
  /** When the first of them was tried. */
  wrong_since: string | null
}

export type RecoveryCodeTable = {
  user_id: string
  /** SHA-256 of the code; the code itself is stored nowhere. */
  code_hash: string
  used_at: string | null
}

/** A browser its person has signed in from: tries from there count for themselves. It opens nothing. */
export type TrustedDeviceTable = {
  /** SHA-256 of the cookie's token; the token itself is stored nowhere. */
  token_hash: string
  user_id: string
  created_at: string
  expires_at: string
}

/** A right password that waits for its code. It opens no session by itself. */
export type MfaChallengeTable = {
  /** SHA-256 of the ticket; the ticket itself is stored nowhere. */
  token_hash: string
  user_id: string
  /** As it was compared: a password that is replaced meanwhile makes the ticket void. */
  password_hash: string
  tries_left: number
  expires_at: string
}
