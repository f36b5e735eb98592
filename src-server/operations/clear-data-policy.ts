import type { Schema } from '../db/schema.ts'

/**
 * What Clear All Data does with a table. 'cleared': its rows go, and are counted in the backup first. 'forgotten': its
 * rows go, and come and go by themselves. 'kept': nothing happens to it. 'derived': the database makes it from others.
 */
export type ClearPolicy = 'cleared' | 'forgotten' | 'kept' | 'derived'

/**
 * Every table there is, in the order they are cleared: what points at something goes before it. Of users,
 * sessions and tokens those of customers go. A test fails when the database has a table that is missing here.
 */
export const clearPolicies: Readonly<Record<keyof Schema, ClearPolicy> & Record<string, ClearPolicy>> = {
  idempotency_keys: 'forgotten',
  files: 'cleared',
  status_changes: 'cleared',
  review_claims: 'forgotten',
  card_fingerprints: 'cleared',
  order_notes: 'cleared',
  submissions: 'cleared',
  chat_messages: 'cleared',
  chat_sessions: 'cleared',
  payment_methods: 'cleared',
  password_resets: 'forgotten',
  mail_outbox: 'forgotten',
  api_tokens: 'forgotten',
  sessions: 'forgotten',
  visit_counts: 'forgotten',
  users: 'cleared',
  saved_answers: 'kept',
  audit_log: 'kept',
  second_factors: 'kept',
  recovery_codes: 'kept',
  sign_in_tickets: 'kept',
  // Those of customers go with them.
  known_devices: 'kept',
  // Clearing must not give anybody new tries.
  limit_counts: 'kept',
  vault_keys: 'kept',
  purges: 'kept',
  submission_counts: 'derived',
  submission_numbers: 'derived',
  submission_texts: 'derived',
  submission_search: 'derived',
}
