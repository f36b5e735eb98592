import type { PaymentType } from '#shared/payment-type.ts'
import type { StaffRole, staffLinkKinds } from '#shared/staff-role.ts'
import { tableOf } from './table-rule.ts'

export type Role = 'customer' | StaffRole

export type UserTable = {
  id: string
  role: Role
  username: string | null
  /** In lower case. */
  email: string | null
  name: string
  phone: string
  address: string
  password_hash: string
  created_at: string
  last_login_at: string | null
  disabled_at: string | null
  /** When a customer's password was reset or their e-mail address changed: payouts are held for a while after it. */
  security_changed_at: string | null
  /** 1 while another person knows the password: such a session may only change the password. */
  must_change_password: number
  /** Number of submissions; the registration record does not count. */
  trade_count: number
  /** Search terms for customers, in lower case; empty for staff and deleted accounts. */
  search_text: string
}

export type SessionTable = {
  id: string
  token_hash: string
  user_id: string
  kind: 'customer' | 'staff'
  created_at: string
  expires_at: string
  user_agent: string
  /** Precise to a few minutes, to save writes. */
  last_seen_at: string
}

/** A password reset link. Rows stay until they expire, so that recent links can be counted for the rate limit. */
export type PasswordResetTable = {
  token_hash: string
  /** Null only inside the transaction of a request for an unknown address. */
  user_id: string | null
  created_at: string
  expires_at: string
  ended_at: string | null
}

export type PaymentMethodTable = {
  id: string
  user_id: string
  type: PaymentType
  details_encrypted: string
  created_at: string
  last_used_at: string | null
}

export type ApiTokenTable = {
  id: string
  name: string
  token_hash: string
  prefix: string
  scopes: string
  maker_id: string
  /** The customer it submits for; set only with the scope 'orders'. */
  customer_id: string | null
  created_at: string
  expires_at: string | null
  /** Precise to a few minutes, to save writes. */
  last_used_at: string | null
  revoked_at: string | null
}

/** Not active until `confirmed_at` is set. */
export type SecondFactorTable = {
  user_id: string
  secret_encrypted: string
  confirmed_at: string | null
  /** The 30-second step of the last accepted code: codes of this and earlier steps are rejected. */
  last_step: number
  wrong_codes: number
  wrong_since: string | null
}

/** A sign-in with a correct password that still needs a second factor. It grants no access. */
type MfaChallengeTable = {
  token_hash: string
  user_id: string
  /** The hash that was verified: changing the password invalidates the challenge. */
  password_hash: string
  tries_left: number
  expires_at: string
}

/** Written once; a removed one is kept, so that a browser cannot revive it. */
export type StaffLinkTable = {
  staff_id: string
  customer_id: string
  /** 'same-browser': one browser was signed in as both. 'declared': an owner said so. */
  how: (typeof staffLinkKinds)[number]
  first_seen_at: string
  removed_at: string | null
}

export const accountTables = {
  users: tableOf<UserTable>({ clear: 'cleared' }),
  sessions: tableOf<SessionTable>({ clear: 'forgotten', isLogin: true }),
  password_resets: tableOf<PasswordResetTable>({
    clear: 'forgotten',
    isLogin: true,
    personal: { by: 'user_id', erased: 'row' },
  }),
  payment_methods: tableOf<PaymentMethodTable>({
    clear: 'cleared',
    encrypted: ['details_encrypted'],
    personal: { by: 'user_id', erased: 'row' },
  }),
  api_tokens: tableOf<ApiTokenTable>({ clear: 'forgotten' }),
  second_factors: tableOf<SecondFactorTable>({ clear: 'kept', encrypted: ['secret_encrypted'], rowKey: 'user_id' }),
  recovery_codes: tableOf<{ user_id: string; code_hash: string; used_at: string | null }>({ clear: 'kept' }),
  mfa_challenges: tableOf<MfaChallengeTable>({ clear: 'kept', isLogin: true }),
  /** A browser of a sign-in: its failed attempts count separately; it grants no access. Cleared by cascade. */
  trusted_devices: tableOf<{ token_hash: string; user_id: string; created_at: string; expires_at: string }>({
    clear: 'kept',
    isLogin: true,
    personal: { by: 'user_id', erased: 'row' },
  }),
  staff_links: tableOf<StaffLinkTable>({ clear: 'cleared' }),
}
