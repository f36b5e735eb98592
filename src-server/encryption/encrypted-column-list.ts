import type { Schema } from '../db/schema.ts'

/** A column of encrypted values. `rowKey` is the column that names its rows, in the place a value is bound to as well. */
export type EncryptedColumn = { table: keyof Schema; column: string; rowKey: string }

/**
 * Every column whose values are encrypted with the data keys, so that a new key reaches all of them. A test fails when the
 * database has one that is missing here, or one that is bound to another place.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'submissions', column: 'card_number_sealed', rowKey: 'id' },
  { table: 'submissions', column: 'security_code_sealed', rowKey: 'id' },
  { table: 'submissions', column: 'expiring_date_sealed', rowKey: 'id' },
  { table: 'submissions', column: 'additional_info_sealed', rowKey: 'id' },
  { table: 'submissions', column: 'payout_details_sealed', rowKey: 'id' },
  { table: 'payment_methods', column: 'details_sealed', rowKey: 'id' },
  { table: 'order_notes', column: 'text_sealed', rowKey: 'id' },
  { table: 'chat_sessions', column: 'subject_sealed', rowKey: 'id' },
  { table: 'chat_messages', column: 'message_sealed', rowKey: 'id' },
  { table: 'mail_outbox', column: 'payload_sealed', rowKey: 'id' },
  { table: 'second_factors', column: 'secret_sealed', rowKey: 'user_id' },
  { table: 'vault_keys', column: 'kept_keys_sealed', rowKey: 'key_id' },
]

/** The one that proves its own key, and goes with it. */
export const sentinelColumn: EncryptedColumn = { table: 'vault_keys', column: 'sentinel_sealed', rowKey: 'key_id' }
