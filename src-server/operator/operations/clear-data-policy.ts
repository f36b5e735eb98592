import type { Schema } from '../../platform/db/schema.ts'

/**
 * What Clear All Data does with a table. 'cleared': rows are deleted after comparing their number with the backup.
 * 'forgotten': short-lived rows are deleted without that. 'kept': unchanged. 'derived': maintained by triggers.
 */
export type ClearPolicy = 'cleared' | 'forgotten' | 'kept' | 'derived'

/**
 * All tables in deletion order: referring tables come before the tables they refer to. Of users, sessions and tokens
 * only those of customers are deleted. A test fails when a table is missing here.
 */
export const clearPolicies: Readonly<Record<keyof Schema, ClearPolicy> & Record<string, ClearPolicy>> = {
  idempotency_keys: 'forgotten',
  information_requests: 'cleared',
  balance_checks: 'cleared',
  files: 'cleared',
  appeals: 'cleared',
  status_changes: 'cleared',
  review_locks: 'forgotten',
  card_fingerprints: 'cleared',
  submission_notes: 'cleared',
  set_off_offers: 'cleared',
  clawback_entries: 'cleared',
  order_problems: 'cleared',
  dispositions: 'cleared',
  lot_items: 'cleared',
  lots: 'cleared',
  buyers: 'cleared',
  card_places: 'cleared',
  inventory_items: 'cleared',
  statement_matches: 'cleared',
  statement_lines: 'cleared',
  statement_imports: 'cleared',
  statement_balances: 'cleared',
  payout_file_rows: 'cleared',
  payout_files: 'cleared',
  payout_attempts: 'cleared',
  payout_holds: 'cleared',
  payout_lines: 'cleared',
  payout_names: 'cleared',
  payouts: 'cleared',
  submissions: 'cleared',
  chat_messages: 'cleared',
  chat_sessions: 'cleared',
  payment_methods: 'cleared',
  password_resets: 'forgotten',
  mail_outbox: 'forgotten',
  api_tokens: 'forgotten',
  sessions: 'forgotten',
  visit_counts: 'forgotten',
  staff_links: 'cleared',
  users: 'cleared',
  canned_responses: 'kept',
  // Settings of the operator, without customer data.
  rates: 'kept',
  brand_terms: 'kept',
  catalogue_versions: 'kept',
  audit_log: 'kept',
  second_factors: 'kept',
  recovery_codes: 'kept',
  mfa_challenges: 'kept',
  // Rows of customers are deleted by cascade.
  trusted_devices: 'kept',
  // Clearing must not reset rate limits.
  limit_counts: 'kept',
  data_keys: 'kept',
  purges: 'kept',
  policies: 'kept',
  site_versions: 'kept',
  setup_marks: 'kept',
  // A provider repeats webhooks of payouts that were cleared.
  provider_events: 'kept',
  sender_pauses: 'kept',
  // What the site owed is closed by transfers of its own.
  ledger_transfers: 'kept',
  // The ledger has their amounts.
  statement_entries: 'kept',
  statement_accounts: 'kept',
  // Sums of orders that are deleted; the scheduled jobs also write them during the backup.
  monthly_figures: 'forgotten',
  approval_figures: 'forgotten',
  // Says that the figures begin again.
  figure_progress: 'kept',
  // Counts and times without customers; the scheduled jobs measure again.
  service_times: 'kept',
  // Other nodes still have to read them; they contain ids and are deleted after an hour.
  events: 'kept',
  submission_counts: 'derived',
  submission_numbers: 'derived',
  submission_texts: 'derived',
  submission_search: 'derived',
  payout_counts: 'derived',
  inventory_counts: 'derived',
  ledger_balances: 'derived',
  job_leases: 'kept',
}
