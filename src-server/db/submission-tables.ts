import type { CardCondition } from '#shared/card-condition.ts'
import type { PaymentType } from '#shared/payment-method.ts'
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
  email: string
  phone: string
  account_name: string
  payment_type: PaymentType | null
  card_number_masked: string
  card_number_sealed: string | null
  security_code_sealed: string | null
  expiring_date_sealed: string | null
  additional_info_sealed: string | null
  payout_details_sealed: string | null
  /** Finds orders that are paid to one account; null when there is none, or when its customer is gone. */
  payout_fingerprint: string | null
  /** By which rules its fingerprints and mask were made; null by older ones than these. */
  fingerprint_rules: number | null
  /** When the security code goes, while the decision that ended the order can still be taken back. */
  erase_code_at: string | null
  /** When it reached its final status; null while it is open. */
  final_at: string | null
  /** When the card number (but for its last 4), expiry, notes and photos were removed for good. */
  purged_at: string | null
  status: SubmissionStatus
  status_reason: string | null
  version: number
  created_at: string
  updated_at: string
}

/** Orders that share one are of one card. An order has several: a number can be meant by several that were typed. */
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
  /** Until when it can be taken back; null when it never could. */
  undo_until: string | null
  /** 'undone' was taken back, 'undo' took it back: a customer's history has neither. */
  undo_mark: 'undone' | 'undo' | null
  /** The mail that waits until it cannot be taken back any more. */
  mail_id: string | null
  /** The order's brand again, to find the reasons given for it. */
  card_brand: string | null
}

export type FileTable = {
  id: string
  owner_id: string
  /** The order or the chat message that claimed the file. With neither it is swept. */
  submission_id: string | null
  message_id: string | null
  position: number
  file_name: string
  file_size: number
  mime_type: AcceptedMimeType
  sha256: string
  uploaded_at: string
  /** The picture that is shown instead of the file: a key in storage, and its bytes. Null: not drawn yet, or a PDF. */
  rendition_id: string | null
  rendition_size: number | null
  /** SHA-256 of its bytes: one picture has one, whatever else its files hold. */
  rendition_sha256: string | null
  /** When it turned out that the file cannot be drawn. */
  rendition_failed_at: string | null
}

export type IdempotencyKeyTable = {
  user_id: string
  key: string
  request_hash: string
  submission_id: string
  created_at: string
}

/** Who decides on an order, until `lease_until` unless it is renewed. */
export type ReviewLockTable = { submission_id: string; holder_id: string; lease_until: string }

/** What staff wrote to each other about an order. */
export type OrderNoteTable = {
  id: string
  submission_id: string
  author_id: string
  /** What the author's page called it: one note is stored once, however often it is sent. */
  client_note_id: string | null
  text_sealed: string
  written_at: string
}

/** How many submissions of a status were made in a month ('2026-11'). Triggers keep it exact. */
export type SubmissionCountTable = { status: SubmissionStatus; month: string; count: number }

/** A number for every submission, in the order they were recorded: the row of the search index. Triggers keep it. */
export type SubmissionNumberTable = {
  number: number
  submission_id: string
  status: SubmissionStatus
  created_at: string
}

/** What the search looks at, by number. */
export type SubmissionTextView = { number: number; email: string; card_type: string; id: string }

/** The full-text index over `submission_texts` (see `full-text.ts`); it keeps no text. */
export type SubmissionSearchTable = { email: string; card_type: string; id: string }
