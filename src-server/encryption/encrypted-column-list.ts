import type { Schema } from '../db/schema.ts'

/** An encrypted column. `rowKey` is the column whose value is the `row` of the encrypted value's `Place`. */
export type EncryptedColumn = { table: keyof Schema; column: string; rowKey: string }

/**
 * All columns encrypted with the data keys; key rotation re-encrypts them. A test fails when one is missing here or is
 * bound to another place.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'submissions', column: 'card_number_sealed', rowKey: 'id' },
  { table: 'submissions', column: 'security_code_sealed', rowKey: 'id' },
  { table: 'submissions', column: 'expiring_date_sealed', rowKey: 'id' },
  { table: 'submissions', column: 'additional_info_sealed', rowKey: 'id' },
  { table: 'submissions', column: 'payout_details_sealed', rowKey: 'id' },
  { table: 'payment_methods', column: 'details_sealed', rowKey: 'id' },
  { table: 'payouts', column: 'details_sealed', rowKey: 'id' },
  { table: 'order_notes', column: 'text_sealed', rowKey: 'id' },
  { table: 'chat_sessions', column: 'subject_sealed', rowKey: 'id' },
  { table: 'chat_messages', column: 'message_sealed', rowKey: 'id' },
  { table: 'mail_outbox', column: 'payload_sealed', rowKey: 'id' },
  { table: 'second_factors', column: 'secret_sealed', rowKey: 'user_id' },
  { table: 'vault_keys', column: 'kept_keys_sealed', rowKey: 'key_id' },
]

/** Verifies the key of its own row, so rotation does not re-encrypt it. */
export const sentinelColumn: EncryptedColumn = { table: 'vault_keys', column: 'sentinel_sealed', rowKey: 'key_id' }
