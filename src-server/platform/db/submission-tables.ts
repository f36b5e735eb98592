import type { Generated, GeneratedAlways } from 'kysely'
import type { CardCondition } from '#shared/card-condition.ts'
import type { PaymentType } from '#shared/payment-type.ts'
import type { QueueStatus } from '#shared/queue.ts'
import type { SubmissionStatus } from '#shared/submission.ts'
import type { AcceptedMimeType } from '#shared/upload.ts'

export type SubmissionTable = {
  id: string
  user_id: string
  card_type: string
  card_brand: string
  card_condition: CardCondition | null
  card_value_cents: number
  rate_bps: number
  payout_cents: number
  /** The version of the catalogue that it was priced under; null before there was one. */
  catalogue_version: number | null
  email: string
  phone: string
  account_name: string
  payment_type: PaymentType | null
  card_number_masked: string
  card_number_encrypted: string | null
  security_code_encrypted: string | null
  expiring_date_encrypted: string | null
  additional_info_encrypted: string | null
  payout_details_encrypted: string | null
  /** Matches submissions with the same payout account; null without one or after the account is deleted. */
  payout_fingerprint: string | null
  /** Version of the rules for fingerprints and mask; null for rows older than this column. */
  fingerprint_rules: number | null
  /** When the security code is purged; set while the final decision can still be undone. */
  erase_code_at: string | null
  /** When it reached its final status; null while open. */
  final_at: string | null
  /** When the card number (except its last 4), expiry, notes and photos were purged. */
  purged_at: string | null
  status: SubmissionStatus
  status_reason: string | null
  version: number
  created_at: string
  updated_at: string
}

/** Columns of submissions that the database maintains. */
export type QueueColumns = {
  /** 1 while a payout waits: it has neither been paid nor ended. By triggers of `payout_lines` and `payouts`. */
  awaits_payout: Generated<number>
  /** `status`, or 'approved' while it is processing and a payout waits. Computed. */
  queue_status: GeneratedAlways<QueueStatus>
}

/**
 * Submissions with a common fingerprint are of the same card. A submission can have several, because a typed number can
 * be read in several ways.
 */
export type CardFingerprintTable = { submission_id: string; fingerprint: string }

export type StatusChangeTable = {
  id: string
  submission_id: string
  /** The submission's version after this change; orders the history. */
  version: number
  from_status: SubmissionStatus | null
  to_status: SubmissionStatus
  reason: string | null
  changed_by: string
  changed_at: string
  /** Until when the change can be undone; null when it cannot. */
  undo_until: string | null
  /** 'undone': the reverted change; 'undo': the change that reverted it. Customers see neither. */
  undo_mark: 'undone' | 'undo' | null
  /** The mail that is delayed until the undo window has passed. */
  mail_id: string | null
  /** A copy of the submission's brand, indexed to find recent reasons per brand. */
  card_brand: string | null
}

export type FileTable = {
  id: string
  owner_id: string
  /** The submission or chat message the file is attached to. Unattached files are swept. */
  submission_id: string | null
  message_id: string | null
  position: number
  file_name: string
  file_size: number
  mime_type: AcceptedMimeType
  sha256: string
  uploaded_at: string
  /** Storage key and size in bytes of the image shown instead of the file. Null before transcoding and for PDFs. */
  rendition_id: string | null
  rendition_size: number | null
  /** SHA-256 of the rendition: equal for equal pictures, even when file metadata differs. */
  rendition_sha256: string | null
  /** When transcoding failed for good. */
  rendition_failed_at: string | null
}

export type IdempotencyKeyTable = {
  user_id: string
  key: string
  request_hash: string
  submission_id: string
  created_at: string
}

/** The review lock of a submission, valid until `lease_until` unless renewed. */
export type ReviewLockTable = { submission_id: string; holder_id: string; lease_until: string }

/** An internal staff note about a submission. */
export type SubmissionNoteTable = {
  id: string
  submission_id: string
  author_id: string
  /** Idempotency key from the author's page: a resent note is stored once. */
  client_note_id: string | null
  text_encrypted: string
  written_at: string
}

/** Number of submissions by queue status and month of creation ('2026-11'), maintained by triggers. */
export type SubmissionCountTable = { status: QueueStatus; month: string; count: number }

/** The row number of each submission in the search index, in order of insertion. Maintained by triggers. */
export type SubmissionNumberTable = {
  number: number
  submission_id: string
  status: QueueStatus
  created_at: string
}

/** The searched columns by row number: the content of the search index. */
export type SubmissionTextView = { number: number; email: string; card_type: string; id: string }

/** The contentless full-text index over `submission_texts`, see `dialect/sqlite-search.ts`. */
export type SubmissionSearchTable = { email: string; card_type: string; id: string }
