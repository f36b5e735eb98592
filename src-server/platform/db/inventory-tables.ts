import type {
  BalancePlace,
  DispositionKind,
  ItemState,
  LotItemState,
  LotState,
  WriteOffCause,
} from '#shared/inventory.ts'
import { tableOf } from './table-rule.ts'

/** The card of an order whose payout was sent. `left_*` is what no disposition has taken out of stock. */
export type InventoryItemTable = {
  submission_id: string
  payout_id: string
  user_id: string
  brand: string
  face_cents: number
  /** The amount of the payout. What its provider took is in the attempt. */
  cost_cents: number
  left_face_cents: number
  left_cost_cents: number
  state: ItemState
  /** The last characters of the card number, by which staff find it after the number is erased. */
  number_end: string
  approved_at: string
  approved_by: string
  bought_at: string
  version: number
}

/** Where the balance of a card is; chosen at the approval, changed by a transfer. */
export type CardPlaceTable = {
  submission_id: string
  card_brand: string
  place: BalancePlace
  name: string
  chosen_by: string
  chosen_at: string
}

/** A person or company that buys cards. The name is empty once it was erased. */
export type BuyerTable = { id: string; name: string; made_by: string; made_at: string }

export type LotTable = {
  id: string
  buyer_id: string
  state: LotState
  reference: string | null
  /** Given by the caller: the same request makes no second lot. */
  request_key: string
  made_by: string
  made_at: string
  released_by: string | null
  released_at: string | null
  downloaded_by: string | null
  downloaded_at: string | null
  version: number
}

export type LotItemTable = { lot_id: string; submission_id: string; price_cents: number; state: LotItemState }

/** A change of an item. Rows are append-only, except for the note. */
export type DispositionTable = {
  id: string
  submission_id: string
  number: number
  kind: DispositionKind
  /** When it happened; `made_at` is when it was recorded. */
  at: string
  /** Face value and cost that it takes out of stock; negative when it puts them back. */
  face_cents: number
  cost_cents: number
  /** What came in for it, or went out again with a chargeback. */
  amount_cents: number
  fee_cents: number
  cause: WriteOffCause | null
  buyer_id: string | null
  /** The account of ours to which it was redeemed, or the place to which it was moved. */
  place: string | null
  /** Where the money came in or went out: a money account, 'unassigned', or 'opening' before there were any. */
  money_account: string | null
  reference: string | null
  lot_id: string | null
  corrects: string | null
  note_encrypted: string | null
  made_by: string | null
  made_at: string
  /** Given by triggers: a number in the order of the commits, by which the recovery log resumes. */
  sequence?: number | null
}

export const inventoryTables = {
  inventory_items: tableOf<InventoryItemTable>({ clear: 'cleared' }),
  card_places: tableOf<CardPlaceTable>({ clear: 'cleared' }),
  buyers: tableOf<BuyerTable>({ clear: 'cleared' }),
  lots: tableOf<LotTable>({ clear: 'cleared' }),
  lot_items: tableOf<LotItemTable>({ clear: 'cleared' }),
  dispositions: tableOf<DispositionTable>({
    clear: 'cleared',
    encrypted: ['note_encrypted'],
    personal: { by: 'submission_id', erased: { note_encrypted: null, reference: null } },
  }),
  /** Sums of the items by state and brand, maintained by triggers. PostgreSQL has several rows of each. */
  inventory_counts: tableOf<{
    state: ItemState
    brand: string
    count: number
    face_cents: number
    cost_cents: number
    left_face_cents: number
    left_cost_cents: number
  }>({ clear: 'derived' }),
}
