import type { RequestKind, RequestState } from '#shared/information-request.ts'
import { tableOf } from './table-rule.ts'

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

export const requestTables = {
  information_requests: tableOf<InformationRequestTable>({
    clear: 'cleared',
    encrypted: ['note_encrypted'],
    personal: { by: 'submission_id', erased: { note_encrypted: null } },
  }),
}
