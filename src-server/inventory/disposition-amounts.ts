import { inventoryMessages, type RecordedKind, type WriteOffCause } from '#shared/inventory.ts'
import { formatCents, sumOf } from '#shared/money.ts'
import type { CardPlaceTable, DispositionTable, InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { conflict, invalid } from '../platform/errors.ts'

/** Amounts are in cents. */
export type NewDisposition = {
  kind: Exclude<RecordedKind, 'correction'>
  /** ISO 8601; by default now. */
  at?: string | undefined
  /** The part of the face value; by default all that is left. */
  faceCents?: number | undefined
  /** The price, the balance that was taken over, or what went back. */
  amountCents?: number | undefined
  feeCents?: number | undefined
  cause?: WriteOffCause | undefined
  buyerId?: string | undefined
  place?: Pick<CardPlaceTable, 'place' | 'name'> | undefined
  /** The money account, as `namedPlace` reads it; for a redemption by default the balance account of its place. */
  account?: string | undefined
  reference?: string | undefined
  note?: string | undefined
  /** Of a listed item, which nothing else may dispose of. */
  lotId?: string | undefined
  /** What `checkOwnOrder` returned, for the audit entry. */
  mark?: string | undefined
}

export type Moved = Pick<DispositionTable, 'face_cents' | 'cost_cents' | 'amount_cents' | 'fee_cents'>

/** Dispositions of staff that no correction has taken back. */
export function standing(history: readonly DispositionTable[]): DispositionTable[] {
  const corrected = new Set(history.map(({ corrects }) => corrects))
  const isOfStaff = ({ kind }: DispositionTable) =>
    kind !== 'correction' && kind !== 'withdrawn' && kind !== 'restocked' && kind !== 'transferred'
  return history.filter((each) => isOfStaff(each) && !corrected.has(each.id))
}

/** What a disposition adds to what a buyer owes for a card of a lot, in cents. In earlier versions a sale was paid. */
export function debtOf({ kind, lot_id, money_account, amount_cents }: Debt) {
  if (kind === 'sold') return lot_id !== null && money_account === null ? amount_cents : 0
  return kind === 'received' || kind === 'unpaid' ? -amount_cents : 0
}
type Debt = Pick<DispositionTable, 'kind' | 'lot_id' | 'money_account' | 'amount_cents'>

/** What the buyer of a delivered card still owes for it, in cents. */
export function owedByBuyer(history: readonly DispositionTable[]) {
  return standing(history).reduce((sum, each) => sum + debtOf(each), 0)
}

type Movement = (
  item: InventoryItemTable,
  input: NewDisposition,
  history: readonly DispositionTable[],
) => Partial<Moved>

export const movements: Readonly<Record<NewDisposition['kind'], Movement>> = {
  sold: (item, input) => {
    if (input.buyerId === undefined) throw invalid('buyer', inventoryMessages.noBuyer)
    if (input.amountCents === undefined) throw invalid('amount', inventoryMessages.noPrice)
    return { ...takenOut(item, input), amount_cents: input.amountCents, fee_cents: input.feeCents ?? 0 }
  },
  redeemed: (item, input) => {
    if (!input.place) throw invalid('place', inventoryMessages.noPlace)
    const out = takenOut(item, input)
    return { ...out, amount_cents: input.amountCents ?? out.face_cents }
  },
  transferred: (item, input) => {
    if (!input.place) throw invalid('place', inventoryMessages.noPlace)
    assertInStock(item)
    return {}
  },
  'written-off': (item, input) => {
    if (!input.cause) throw invalid('cause', inventoryMessages.noCause)
    return takenOut(item, input)
  },
  'charged-back': (_item, input, history) => {
    const open =
      sumOfKind(history, 'sold') -
      owedByBuyer(history) -
      sumOfKind(history, 'unpaid') -
      sumOfKind(history, 'charged-back')
    const cents = input.amountCents ?? open
    if (open <= 0 || cents > open) throw invalid('amount', inventoryMessages.notSold)
    if (cents === 0) throw invalid('amount', inventoryMessages.badAmount)
    return { amount_cents: cents, fee_cents: input.feeCents ?? 0 }
  },
  received: paidOf,
  unpaid: paidOf,
  recovered: (_item, input, history) => {
    const lost = standing(history).filter(({ kind }) => kind === 'written-off')
    const open = sumOf(lost, 'face_cents') + sumOfKind(history, 'charged-back') - sumOfKind(history, 'recovered')
    if (!input.amountCents) throw invalid('amount', inventoryMessages.badAmount)
    if (input.amountCents > open) throw invalid('amount', inventoryMessages.nothingLost)
    return { amount_cents: input.amountCents }
  },
}

function paidOf(_item: InventoryItemTable, { amountCents = 0, feeCents = 0 }: NewDisposition) {
  return { amount_cents: amountCents, fee_cents: feeCents }
}

/** Cents of all that stand of a kind. */
export function sumOfKind(history: readonly DispositionTable[], kind: DispositionTable['kind']) {
  return standing(history).reduce((sum, each) => (each.kind === kind ? sum + each.amount_cents : sum), 0)
}

/** The part that leaves the stock, with its share of the cost; the last part takes the rest. */
function takenOut(item: InventoryItemTable, { faceCents }: NewDisposition): Pick<Moved, 'face_cents' | 'cost_cents'> {
  assertInStock(item)
  const { face_cents: face, cost_cents: cost, left_face_cents: left, left_cost_cents: leftCost } = item
  const cents = faceCents ?? left
  if (cents <= 0 || cents > left) throw invalid('faceValue', inventoryMessages.beyondFace(formatCents(left)))
  const gone = face - left + cents
  return {
    face_cents: cents,
    cost_cents: cents === left ? leftCost : Math.round((cost * gone) / face) - (cost - leftCost),
  }
}

function assertInStock({ left_face_cents, state }: InventoryItemTable) {
  if (left_face_cents <= 0 || state === 'withdrawn') throw conflict(inventoryMessages.notInStock)
}
