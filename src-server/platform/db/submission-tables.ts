import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { CardCondition } from '#shared/card-condition.ts'
import type { QueueRequestState } from '#shared/information-request.ts'
import type { PaymentType } from '#shared/payment-type.ts'
import type { QueueStatus } from '#shared/queue.ts'
import type { ReasonCode } from '#shared/reason-code.ts'
import type { SubmissionStatus } from '#shared/submission.ts'
import { tableOf } from './table-rule.ts'

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
  final_at: string | null
  /** When the card number (except its last 4), expiry, notes and photos were purged. */
  purged_at: string | null
  /** Set while it waits for its seller, and from their answer to the next decision. */
  request_state: QueueRequestState | null
  /** The first price, of an order that has another one since the seller accepted an offer. */
  quoted_value_cents: number | null
  quoted_rate_bps: number | null
  quoted_payout_cents: number | null
  /** Until when number and code of a bought card are kept for its disposal; null when they are not. */
  kept_until: string | null
  /** Until when a decision is promised; null while it does not wait for one. */
  due_at: string | null
  /** Set when it was late: what it was due at. Null again once it has stopped waiting. */
  overdue_at: string | null
  /** What was left of its time when it last stopped waiting; negative when it was late. */
  wait_left_ms: number | null
  status: SubmissionStatus
  status_reason: string | null
  /** Null for a row of an older version of the program, and without a reason; see `reasonCodeOf`. */
  status_reason_code: ReasonCode | null
  /** Until when the customer is owed evidence for the reason; null when nothing is owed. */
  evidence_due_at: string | null
  version: number
  /** The rejected order whose card it sends again; null for a card that is sent for the first time. */
  resubmit_of: string | null
  /** The first order of a card that was sent again; null for that order itself. */
  first_order_id: string | null
  created_at: string
  updated_at: string
}

/** Columns of submissions that the database maintains. */
type QueueColumns = {
  /** 1 while a payout waits: it has neither been paid nor ended. By triggers of `payout_lines` and `payouts`. */
  awaits_payout: Generated<number>
  /** `status`; while it is processing, 'approved' if a payout waits, else `request_state` if there is one. Computed. */
  queue_status: GeneratedAlways<QueueStatus>
}
export type QueuedSubmission = SubmissionTable & Pick<Selectable<QueueColumns>, 'queue_status'>

export type StatusChangeTable = {
  id: string
  submission_id: string
  /** The submission's version after this change; orders the history. */
  version: number
  from_status: SubmissionStatus | null
  to_status: SubmissionStatus
  reason: string | null
  /** Null for a row of an older version of the program, and without a reason. */
  reason_code: ReasonCode | null
  check_id: string | null
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
  request_state: QueueRequestState | null
}

/** The review lock of a submission, valid until `lease_until` unless renewed. */
export type ReviewLockTable = { submission_id: string; holder_id: string; lease_until: string }

type SubmissionNoteTable = {
  id: string
  submission_id: string
  author_id: string
  /** Idempotency key from the author's page: a resent note is stored once. */
  client_note_id: string | null
  text_encrypted: string
  written_at: string
}

export const submissionTables = {
  submissions: tableOf<SubmissionTable & QueueColumns>({
    clear: 'cleared',
    encrypted: [
      'card_number_encrypted',
      'security_code_encrypted',
      'expiring_date_encrypted',
      'additional_info_encrypted',
      'payout_details_encrypted',
    ],
    keyed: ['payout_fingerprint'],
  }),
  // Decisions on orders of a deleted account cannot be undone.
  status_changes: tableOf<StatusChangeTable>({
    clear: 'cleared',
    personal: { by: 'submission_id', erased: { undo_until: null } },
  }),
  /** One in common means the same card; a typed number can be read in several ways. */
  card_fingerprints: tableOf<{ submission_id: string; fingerprint: string }>({
    clear: 'cleared',
    keyed: ['fingerprint'],
  }),
  idempotency_keys: tableOf<{
    user_id: string
    key: string
    request_hash: string
    submission_id: string
    created_at: string
  }>({ clear: 'forgotten', keyed: ['request_hash'], personal: { by: 'user_id', erased: 'row' } }),
  review_locks: tableOf<ReviewLockTable>({ clear: 'forgotten' }),
  submission_notes: tableOf<SubmissionNoteTable>({
    clear: 'cleared',
    encrypted: ['text_encrypted'],
    personal: { by: 'submission_id', erased: 'row' },
  }),
  /** Number of submissions by queue status and month of creation ('2026-11'), maintained by triggers. */
  submission_counts: tableOf<{ status: QueueStatus; month: string; count: number }>({ clear: 'derived' }),
  /** The row number of each submission in the search index, in order of insertion. Maintained by triggers. */
  submission_numbers: tableOf<{
    number: number
    submission_id: string
    status: QueueStatus
    created_at: string
  }>({ clear: 'derived' }),
  /** The searched columns by row number: the content of the search index. */
  submission_texts: tableOf<{ number: number; email: string; card_type: string; id: string }>({ clear: 'derived' }),
  /** The contentless full-text index over `submission_texts`, see `dialect/search-index.ts`. */
  submission_search: tableOf<{ email: string; card_type: string; id: string }>({ clear: 'derived' }),
}
