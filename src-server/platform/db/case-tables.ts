import type { AppealState, DecidedAs } from '#shared/appeal.ts'
import type { RequestKind, RequestState } from '#shared/information-request.ts'
import type { ClawbackEntryKind, OfferState, ProblemKind, ProblemState } from '#shared/problem.ts'
import { tableOf } from './table-rule.ts'

/** A problem with the card of an order that was paid. An order has one at most that was not dismissed. */
export type OrderProblemTable = {
  id: string
  submission_id: string
  /** The payout that was sent for the card. */
  payout_id: string
  /** The seller. */
  user_id: string
  kind: ProblemKind
  found_at: string
  /** For staff. */
  note_encrypted: string | null
  reported_by: string
  reported_at: string
  state: ProblemState
  decided_by: string | null
  decided_at: string | null
  /** What the seller reads of the decision. */
  reason_encrypted: string | null
  /** What the seller has to repay; 0 without a claw back. */
  owed_cents: number
  left_cents: number
  /** When it was decided and nothing was left to repay. */
  closed_at: string | null
  version: number
  /** The input of a decision that is applied at `planned_until` (ISO 8601), unless `planned_by` undoes it. */
  planned_encrypted: string | null
  planned_by: string | null
  planned_until: string | null
}

/** What reduces the debt of a claw back. */
export type ClawbackEntryTable = {
  id: string
  problem_id: string
  kind: ClawbackEntryKind
  amount_cents: number
  /** When the money came in, ISO 8601. */
  at: string
  reference: string | null
  /** The payout that it was set off against. */
  payout_id: string | null
  made_by: string
  made_at: string
}

/** An offer to a seller to use a whole payout for what they owe. Its payout is held until they answer. */
export type SetOffOfferTable = {
  id: string
  problem_id: string
  payout_id: string
  amount_cents: number
  state: OfferState
  made_by: string
  made_at: string
  answered_at: string | null
}

/** What staff request of the seller of an order. An order has one at most that is open. */
export type InformationRequestTable = {
  id: string
  submission_id: string
  kind: RequestKind
  state: RequestState
  made_by: string
  made_at: string
  due_at: string
  /** When the seller is reminded; null without a reminder, and once it was sent. */
  remind_at: string | null
  reminded_at: string | null
  closed_at: string | null
  /** Staff or the seller; null when it expired. */
  closed_by: string | null
  closed_version: number | null
  /** Of a 'fix': the wanted items, a JSON list of `WantedItem`. */
  wants: string | null
  note_encrypted: string | null
  /** Of an 'offer': the balance check that it is about, what is offered, and what it was before. */
  check_id: string | null
  card_brand: string | null
  value_cents: number | null
  rate_bps: number | null
  payout_cents: number | null
  /** Of another brand: the version of the catalogue that its rate is of. */
  catalogue_version: number | null
  former_brand: string | null
  former_value_cents: number | null
  former_rate_bps: number | null
  former_payout_cents: number | null
}

/** An appeal of a seller against a rejection (`decision_id`) or a claw back (`problem_id`). */
export type AppealTable = {
  id: string
  submission_id: string
  decision_id: string | null
  problem_id: string | null
  opened_at: string
  due_at: string
  /** What the seller wrote; null once it is erased. */
  words_encrypted: string | null
  state: AppealState
  /** Who answered; null while it is open, and when the seller withdrew it. */
  decided_by: string | null
  decided_at: string | null
  decided_as: DecidedAs | null
  answer_encrypted: string | null
}

export const caseTables = {
  order_problems: tableOf<OrderProblemTable>({
    clear: 'cleared',
    encrypted: ['note_encrypted', 'reason_encrypted', 'planned_encrypted'],
    personal: {
      by: 'user_id',
      erased: {
        note_encrypted: null,
        reason_encrypted: null,
        planned_encrypted: null,
        planned_by: null,
        planned_until: null,
      },
    },
  }),
  clawback_entries: tableOf<ClawbackEntryTable>({ clear: 'cleared' }),
  set_off_offers: tableOf<SetOffOfferTable>({ clear: 'cleared' }),
  appeals: tableOf<AppealTable>({
    clear: 'cleared',
    encrypted: ['words_encrypted', 'answer_encrypted'],
    personal: { by: 'submission_id', erased: { words_encrypted: null, answer_encrypted: null } },
  }),
}

/** They refer to balance checks, which belong to files; files refer to the others. */
export const requestTables = {
  information_requests: tableOf<InformationRequestTable>({
    clear: 'cleared',
    encrypted: ['note_encrypted'],
    personal: { by: 'submission_id', erased: { note_encrypted: null } },
  }),
}
