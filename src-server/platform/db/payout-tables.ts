import type { PaymentType } from '#shared/payment-type.ts'
import type { AttemptState, HoldKind, PayoutProvider, PayoutState, SenderPauseReason } from '#shared/payout.ts'
import type { PayoutFileFormat } from '#shared/payout-file.ts'
import { tableOf } from './table-rule.ts'

/** Money for a customer. Where it goes is fixed when the payout is created. */
export type PayoutTable = {
  id: string
  /** 'GCE-7K3M9Q2XVB-1', by order and number: the same for the same payment, whenever it is attempted. */
  idempotency_key: string
  user_id: string
  amount_cents: number
  currency: string
  method_type: PaymentType
  /** Null for payouts from before this table, and once erased. */
  details_encrypted: string | null
  payout_fingerprint: string | null
  payee_name: string | null
  state: PayoutState
  provider: PayoutProvider | null
  reference: string | null
  approved_by: string
  approved_at: string
  /** The business day of the approval; null in rows of an earlier release. */
  approved_on: string | null
  released_by: string | null
  released_at: string | null
  sent_by: string | null
  sent_at: string | null
  settled_at: string | null
  ended_at: string | null
  /** It is held at least until then; null when only people release it. */
  ready_at: string | null
  /** Who pays it by hand, and until when that should be done. */
  claimed_by: string | null
  claimed_until: string | null
  /** A colleague who says that the person paying by hand has not paid; another one has to confirm it. */
  unpaid_reported_by: string | null
  /** The claw back of which it sends back what its seller had repaid; null of a payout for an order. */
  refund_of: string | null
  /** Of a failed or returned payout: when another one replaced it, or its debt was closed. */
  debt_ended_at: string | null
  failure_code: string | null
  failure_message: string | null
  /** Who recorded that it came back; null when its provider reported that. */
  returned_by: string | null
  /** Of a return that a person recorded: what came in, on which day, with which reference. */
  returned_cents: number | null
  returned_on: string | null
  returned_reference: string | null
  version: number
}

/** A reason not to send a payout, in force until it is lifted. */
export type PayoutHoldTable = {
  id: string
  payout_id: string
  kind: HoldKind
  made_by: string | null
  made_at: string
  note: string
  /** When it ends by itself; null when a person has to lift it. */
  ends_at: string | null
  lifted_by: string | null
  lifted_at: string | null
}

/** One way out of the site for the money of a payout. A payout has at most one open attempt. */
export type PayoutAttemptTable = {
  /** 'GCE-7K3M9Q2XVB-1-a1', by payout and number. */
  key: string
  payout_id: string
  number: number
  provider: PayoutProvider
  /** The money account that pays, or 'unassigned'; null of a set-off. */
  money_account: string | null
  state: AttemptState
  called_at: string
  answered_at: string | null
  provider_batch: string | null
  provider_item: string | null
  /** Null until the provider says what it took. */
  fee_cents: number | null
  /** When the server requests or polls the payout again; null when it waits for a person, or nothing is left. */
  next_poll_at: string | null
  poll_count: number
  /** Set before the first request leaves: from then on it may have been paid. */
  first_called_at: string | null
  /** The worker that has leased it is the only one to ask the provider until then. */
  lease_until: string | null
  /** What the provider calls the problem, or why nothing is known. */
  error_code: string | null
  /** Given by triggers whenever the state changes: a number in the order of the commits, and a new id. */
  sequence?: number | null
  state_id?: string | null
}

/** A file by which its maker pays several payouts. What it contained is not stored. */
export type PayoutFileTable = {
  id: string
  format: PayoutFileFormat
  /** Given by the caller: the same request makes no second file. */
  request_key: string
  made_by: string
  made_at: string
}

/** A payout of a file. What became of it is the state of its attempt. */
type PayoutFileRowTable = { file_id: string; payout_id: string; attempt_key: string }

export const payoutTables = {
  payouts: tableOf<PayoutTable>({ clear: 'cleared', encrypted: ['details_encrypted'], keyed: ['payout_fingerprint'] }),
  /** An order that a payout pays. `is_live` is 0 of a refund, and of what has failed, come back or been canceled. */
  payout_lines: tableOf<{
    payout_id: string
    submission_id: string
    amount_cents: number
    /** The version of the order that approved it; null for payouts that no approval made. */
    order_version: number | null
    is_live: number
    /** 1 while the payout was sent and its order is pending, rejected or failed. */
    is_contradicted: number
  }>({ clear: 'cleared' }),
  /** A word of the name of a payout's customer or payee, as `nameWords` has it. */
  payout_names: tableOf<{ payout_id: string; word: string }>({
    clear: 'cleared',
    personal: { by: 'payout_id', erased: 'row' },
  }),
  payout_holds: tableOf<PayoutHoldTable>({ clear: 'cleared', personal: { by: 'payout_id', erased: { note: '' } } }),
  payout_attempts: tableOf<PayoutAttemptTable>({ clear: 'cleared' }),
  payout_files: tableOf<PayoutFileTable>({ clear: 'cleared' }),
  payout_file_rows: tableOf<PayoutFileRowTable>({ clear: 'cleared' }),
  /** A webhook that was handled, so that a repeated delivery does nothing, also of payouts that were cleared. */
  provider_events: tableOf<{
    provider: PayoutProvider
    event_id: string
    type: string
    /** The provider's id of what it is about. */
    resource_id: string | null
    received_at: string
  }>({ clear: 'kept' }),
  /** A provider that refuses our payouts: nothing new is sent until a person sends a payout again. */
  sender_pauses: tableOf<{ provider: PayoutProvider; reason: SenderPauseReason; paused_at: string }>({ clear: 'kept' }),
  /** The number and cents of the payouts of each state, maintained by triggers on `payouts`. */
  payout_counts: tableOf<{ state: PayoutState; count: number; cents: number }>({ clear: 'derived' }),
}
