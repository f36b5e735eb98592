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

export const problemTables = {
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
}
