import type { Schema } from '../db/schema.ts'

/** An encrypted column. `rowKey` is the column whose value is the `row` of the encrypted value's `Place`. */
export type EncryptedColumn = { table: keyof Schema; column: string; rowKey: string }

/**
 * All columns encrypted with the data keys; key rotation re-encrypts them. A test fails when one is missing here or is
 * bound to another place.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'submissions', column: 'card_number_encrypted', rowKey: 'id' },
  { table: 'submissions', column: 'security_code_encrypted', rowKey: 'id' },
  { table: 'submissions', column: 'expiring_date_encrypted', rowKey: 'id' },
  { table: 'submissions', column: 'additional_info_encrypted', rowKey: 'id' },
  { table: 'submissions', column: 'payout_details_encrypted', rowKey: 'id' },
  { table: 'payment_methods', column: 'details_encrypted', rowKey: 'id' },
  { table: 'payouts', column: 'details_encrypted', rowKey: 'id' },
  { table: 'statement_lines', column: 'description_encrypted', rowKey: 'id' },
  { table: 'statement_entries', column: 'note_encrypted', rowKey: 'id' },
  { table: 'balance_checks', column: 'note_encrypted', rowKey: 'id' },
  { table: 'submission_notes', column: 'text_encrypted', rowKey: 'id' },
  { table: 'information_requests', column: 'note_encrypted', rowKey: 'id' },
  { table: 'dispositions', column: 'note_encrypted', rowKey: 'id' },
  { table: 'order_problems', column: 'note_encrypted', rowKey: 'id' },
  { table: 'order_problems', column: 'reason_encrypted', rowKey: 'id' },
  { table: 'order_problems', column: 'planned_encrypted', rowKey: 'id' },
  { table: 'appeals', column: 'words_encrypted', rowKey: 'id' },
  { table: 'appeals', column: 'answer_encrypted', rowKey: 'id' },
  { table: 'chat_sessions', column: 'subject_encrypted', rowKey: 'id' },
  { table: 'chat_messages', column: 'message_encrypted', rowKey: 'id' },
  { table: 'mail_outbox', column: 'payload_encrypted', rowKey: 'id' },
  { table: 'second_factors', column: 'secret_encrypted', rowKey: 'user_id' },
  { table: 'data_keys', column: 'kept_keys_encrypted', rowKey: 'key_id' },
]

/** Verifies the key of its own row, so rotation does not re-encrypt it. */
export const sentinelColumn: EncryptedColumn = { table: 'data_keys', column: 'sentinel_encrypted', rowKey: 'key_id' }
