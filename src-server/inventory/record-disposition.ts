import { isDay } from '#shared/business-day.ts'
import { inventoryMessages, type RecordedKind, type WriteOffCause } from '#shared/inventory.ts'
import { formatCents } from '#shared/money.ts'
import { markedDetail } from '../accounts/own-orders.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { countedCents, leaveSums } from '../controls/act-queries.ts'
import type { Ask } from '../controls/perform-act.ts'
import { noMovement } from '../payouts/bought-item.ts'
import { insertDisposition, type NewDispositionRow, updateItem } from '../payouts/item-queries.ts'
import { postTransfers } from '../payouts/ledger/post-transfers.ts'
import { placeOfDisposition, placeOn } from '../payouts/money-place.ts'
import { timestamp } from '../platform/clock.ts'
import { businessDay, startOfDay } from '../platform/days.ts'
import type { Tx } from '../platform/db/database.ts'
import type { CardPlaceTable, DispositionTable, InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { encryptAnyText } from '../platform/encryption/encrypted-text.ts'
import { conflict, invalid } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { eraseKeptCard } from '../submissions/purge-submission.ts'
import { listDispositions, savePlace } from './disposition-queries.ts'
import { dispositionTransfers } from './disposition-transfers.ts'

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

type Moved = Pick<DispositionTable, 'face_cents' | 'cost_cents' | 'amount_cents' | 'fee_cents'>

/**
 * The transaction has locked the item and its order. It asks for a loss, and for a sale below cost. Returns the new
 * item.
 */
export async function recordDisposition(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  item: InventoryItemTable,
  input: NewDisposition,
  ask: Ask = () => {},
): Promise<InventoryItemTable> {
  if (item.state === 'listed' && input.lotId === undefined) throw conflict(inventoryMessages.isListed)
  const at = timeOf(app, item, input.at)
  const history = await listDispositions(tx, item.submission_id)
  const moved = { ...noMovement, ...movements[input.kind](item, input, history) }
  if (isAsked(input.kind, moved)) ask(askedOf(item, input.kind, moved))
  const row = {
    ...moved,
    id: newId(),
    submission_id: item.submission_id,
    kind: input.kind,
    at,
    cause: input.kind === 'charged-back' ? ('charged-back' as const) : input.cause,
    buyer_id: input.buyerId,
    money_account: await placeOn(tx, await placeOfDisposition(tx, input), input.at && businessDay(app, at)),
    // The name of a buyer can be erased: only their own row has it.
    place: input.place && input.place.place !== 'buyer' ? input.place.name : null,
    reference: input.reference || null,
    lot_id: input.lotId,
  }
  const changed = await write(app, tx, staff, item, row, input.note)
  if (changed.left_face_cents === 0) await eraseKeptCard(app, tx, item.submission_id)
  if (input.place) {
    const chosen = { chosen_by: staff.id, chosen_at: row.at }
    await savePlace(tx, { submission_id: item.submission_id, card_brand: item.brand, ...input.place, ...chosen })
  }
  const detail = markedDetail(input.mark ?? '', detailOf(input.kind, moved))
  await audit(app, tx, staff, 'item.disposed', item.submission_id, detail)
  return changed
}

/** Losses, and what is sold or redeemed for less than it cost or has. */
function isAsked(kind: RecordedKind, { face_cents, cost_cents, amount_cents }: Moved): boolean {
  if (kind === 'sold') return amount_cents < cost_cents
  return kind === 'redeemed' ? amount_cents < face_cents : kind === 'written-off' || kind === 'charged-back'
}

function askedOf(item: InventoryItemTable, kind: RecordedKind, { amount_cents, ...moved }: Moved) {
  const { submission_id: id, approved_by: approvedBy } = item
  const cents = countedCents({ ...moved, price_cents: amount_cents })
  return { kind: 'card', id, cents, isLoss: kind !== 'sold', approvedBy } as const
}

/** Only the newest that moved something: stock and ledger are as before it. */
export async function correctDisposition(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  item: InventoryItemTable,
  { id, note, mark = '' }: { id: string; note: string; mark?: string },
): Promise<InventoryItemTable> {
  const history = await listDispositions(tx, item.submission_id)
  const wrong = history.find((each) => each.id === id)
  if (!wrong) throw invalid('disposition', inventoryMessages.unknownDisposition)
  if (history.some(({ corrects }) => corrects === id)) throw conflict(inventoryMessages.isCorrected)
  if (standing(history).at(-1) !== wrong || item.state === 'withdrawn') throw conflict(inventoryMessages.cannotCorrect)
  const row = {
    face_cents: -wrong.face_cents,
    cost_cents: -wrong.cost_cents,
    amount_cents: -wrong.amount_cents,
    fee_cents: -wrong.fee_cents,
    money_account: wrong.money_account,
    id: newId(),
    submission_id: item.submission_id,
    kind: 'correction',
    at: timestamp(app.clock),
    corrects: wrong.id,
    corrected: wrong,
  } as const
  const changed = await write(app, tx, staff, item, row, note)
  if (isAsked(wrong.kind as RecordedKind, wrong)) await leaveSums(tx, 'card', [item.submission_id])
  const detail = markedDetail(mark, detailOf(wrong.kind, wrong))
  await audit(app, tx, staff, 'item.corrected', item.submission_id, detail)
  return changed
}

type NewRow = Omit<NewDispositionRow, 'made_at'> & { corrected?: DispositionTable }

async function write(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  item: InventoryItemTable,
  { corrected, ...row }: NewRow,
  note: string | undefined,
): Promise<InventoryItemTable> {
  const note_encrypted = encryptAnyText(app.keyring, 'dispositions', row.id, 'note_encrypted', note)
  await insertDisposition(tx, { ...row, note_encrypted, made_by: staff.id, made_at: timestamp(app.clock) })
  const left = {
    left_face_cents: item.left_face_cents - row.face_cents,
    left_cost_cents: item.left_cost_cents - row.cost_cents,
  }
  const state = stateOf({ ...item, ...left }, standing(await listDispositions(tx, item.submission_id)), !row.lot_id)
  if (!(await updateItem(tx, item, { ...left, state }))) throw conflict(inventoryMessages.changed)
  const kind = (corrected ?? row).kind as RecordedKind
  const cause = { id: row.id, submissionId: item.submission_id, by: staff.id }
  const transfers = dispositionTransfers({ ...row, money_account: row.money_account ?? null, kind }, cause)
  await postTransfers(app, tx, transfers, businessDay(app, row.at))
  await app.events.emit(tx, { name: 'item.changed', submissionIds: [item.submission_id] })
  return { ...item, ...left, state, version: item.version + 1 }
}

/** Dispositions of staff that no correction has taken back. */
export function standing(history: readonly DispositionTable[]): DispositionTable[] {
  const corrected = new Set(history.map(({ corrects }) => corrects))
  const isOfStaff = ({ kind }: DispositionTable) =>
    kind !== 'correction' && kind !== 'withdrawn' && kind !== 'restocked' && kind !== 'transferred'
  return history.filter((each) => isOfStaff(each) && !corrected.has(each.id))
}

function stateOf(
  { left_face_cents, state }: InventoryItemTable,
  history: readonly DispositionTable[],
  isOutsideLot: boolean,
): InventoryItemTable['state'] {
  if (history.some(({ kind }) => kind === 'charged-back')) return 'written-off'
  if (left_face_cents > 0) return state === 'listed' && isOutsideLot ? 'listed' : 'in-stock'
  return history.some(({ kind }) => kind === 'written-off') ? 'written-off' : 'disposed'
}

type Movement = (
  item: InventoryItemTable,
  input: NewDisposition,
  history: readonly DispositionTable[],
) => Partial<Moved>

const movements: Readonly<Record<NewDisposition['kind'], Movement>> = {
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
    const open = sumOf(history, 'sold') - sumOf(history, 'charged-back')
    const cents = input.amountCents ?? open
    if (open <= 0 || cents > open) throw invalid('amount', inventoryMessages.notSold)
    if (cents === 0) throw invalid('amount', inventoryMessages.badAmount)
    return { amount_cents: cents, fee_cents: input.feeCents ?? 0 }
  },
  recovered: (_item, input, history) => {
    const lost = standing(history).filter(({ kind }) => kind === 'written-off')
    const open =
      lost.reduce((sum, { face_cents }) => sum + face_cents, 0) +
      sumOf(history, 'charged-back') -
      sumOf(history, 'recovered')
    if (!input.amountCents) throw invalid('amount', inventoryMessages.badAmount)
    if (input.amountCents > open) throw invalid('amount', inventoryMessages.nothingLost)
    return { amount_cents: input.amountCents }
  },
}

function sumOf(history: readonly DispositionTable[], kind: DispositionTable['kind']): number {
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

function assertInStock({ left_face_cents, state }: InventoryItemTable): void {
  if (left_face_cents <= 0 || state === 'withdrawn') throw conflict(inventoryMessages.notInStock)
}

function timeOf(app: AppContext, { bought_at }: InventoryItemTable, given: string | undefined): string {
  const now = timestamp(app.clock)
  if (given === undefined) return now
  const at = isDay(given) ? startOfDay(app, given) : new Date(given).toISOString()
  if (at > now) throw invalid('at', inventoryMessages.future)
  // A day is often all that is known, and ends after the payment of that day.
  if (businessDay(app, at) < businessDay(app, bought_at)) throw invalid('at', inventoryMessages.beforeBought)
  return at
}

function detailOf(kind: string, { amount_cents: amount, face_cents: face }: Moved): string {
  return `${kind}: ${formatCents(Math.abs(amount || face))}`
}
