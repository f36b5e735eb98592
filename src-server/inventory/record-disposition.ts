import { checkOutcomes, foundFault } from '#shared/balance-check.ts'
import { isDay } from '#shared/business-day.ts'
import { controlsMessages } from '#shared/controls.ts'
import { inventoryMessages, type RecordedKind, type WriteOffCause } from '#shared/inventory.ts'
import { formatCents } from '#shared/money.ts'
import { lockUser } from '../accounts/account-queries.ts'
import { checkOwnOrder, markedDetail } from '../accounts/staff-links.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { countedCents, leaveSums } from '../controls/act-queries.ts'
import type { Ask } from '../controls/perform-act.ts'
import { noMovement } from '../payouts/bought-item.ts'
import { findItem, insertDisposition, type NewDispositionRow, stockState, updateItem } from '../payouts/item-queries.ts'
import { postTransfers } from '../payouts/ledger/post-transfers.ts'
import { placeOfDisposition, placeOn } from '../payouts/money-place.ts'
import { timestamp } from '../platform/clock.ts'
import { businessDay, startOfDay } from '../platform/days.ts'
import type { Tx } from '../platform/db/database.ts'
import type { DispositionTable, InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { table } from '../platform/db/table.ts'
import { encryptAnyText } from '../platform/encryption/encrypted-text.ts'
import { conflict, invalid, notFound } from '../platform/errors.ts'
import { idsOf, newId } from '../platform/ids.ts'
import { eraseKeptCard } from '../submissions/purge-submission.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { debtOf, type Moved, movements, type NewDisposition, owedByBuyer, standing } from './disposition-amounts.ts'
import { listDispositions, listSellersOf, savePlace } from './disposition-queries.ts'
import { dispositionTransfers } from './disposition-transfers.ts'
import { endOrReopenLot, updateLotItem } from './lots/lot-queries.ts'

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
  if (item.state === 'to-check' && input.kind === 'sold') throw conflict(inventoryMessages.checkFirst)
  const at = timeOf(app, item, input.at)
  const history = await listDispositions(tx, item.submission_id)
  const moved = { ...noMovement, ...movements[input.kind](item, input, history) }
  const asked = askedOf(item, input.kind, moved)
  if (asked) ask(asked)
  const row = {
    ...moved,
    id: newId(),
    submission_id: item.submission_id,
    kind: input.kind,
    at,
    cause: input.kind === 'charged-back' ? ('charged-back' as const) : input.cause,
    buyer_id: input.buyerId,
    money_account: await placeOn(app, tx, await placeOfDisposition(tx, input), input.at && businessDay(app, at)),
    // The name of a buyer can be erased: only their own row has it.
    place: input.place && input.place.place !== 'buyer' ? input.place.name : null,
    reference: input.reference || null,
    lot_id: input.lotId,
  }
  const changed = await write(app, tx, staff, item, row, input.note)
  const owed = owedByBuyer(history) + debtOf({ ...row, lot_id: row.lot_id ?? null })
  if (changed.left_face_cents === 0 && owed === 0) await eraseKeptCard(app, tx, item.submission_id)
  if (input.place) {
    const chosen = { chosen_by: staff.id, chosen_at: row.at }
    await savePlace(tx, { submission_id: item.submission_id, card_brand: item.brand, ...input.place, ...chosen })
  }
  const detail = markedDetail(input.mark ?? '', detailOf(input.kind, moved))
  await audit(app, tx, staff, 'item.disposed', item.submission_id, detail)
  return changed
}

/** What losses ask for, and what is sold or redeemed for less than it cost or has. */
function askedOf(item: InventoryItemTable, kind: RecordedKind, { amount_cents: price_cents, ...moved }: Moved) {
  const isCheap =
    kind === 'sold' ? price_cents < moved.cost_cents : kind === 'redeemed' && price_cents < moved.face_cents
  if (!isCheap && kind !== 'written-off' && kind !== 'charged-back') return undefined
  const cents = countedCents({ ...moved, price_cents })
  const { submission_id: id, approved_by: approvedBy } = item
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
  const { lot_id } = wrong
  const asked = askedOf(item, wrong.kind as RecordedKind, wrong)
  if (debtOf(wrong) !== 0 && lot_id) {
    await updateLotItem(tx, { ...wrong, lot_id }, wrong.kind === 'sold' ? 'refused' : 'delivered')
    await endOrReopenLot(tx, lot_id)
  } else if (asked) await leaveSums(tx, 'card', item.submission_id, asked.cents)
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
) {
  const note_encrypted = encryptAnyText(app.keyring, 'dispositions', row.id, 'note_encrypted', note)
  await insertDisposition(tx, { ...row, note_encrypted, made_by: staff.id, made_at: timestamp(app.clock) })
  const left = {
    left_face_cents: item.left_face_cents - row.face_cents,
    left_cost_cents: item.left_cost_cents - row.cost_cents,
  }
  const history = standing(await listDispositions(tx, item.submission_id))
  const state = stateOf({ ...item, ...left }, history, !row.lot_id) ?? (await stockState(tx, item))
  if (!(await updateItem(tx, item, { ...left, state }))) throw conflict(inventoryMessages.changed)
  const { buyer_id, ...of } = corrected ?? row
  const kind = of.kind as RecordedKind
  const cause = { id: row.id, submissionId: item.submission_id, by: staff.id }
  const ofBuyer = { ...row, buyer_id, money_account: row.money_account ?? null, kind }
  await postTransfers(app, tx, dispositionTransfers(ofBuyer, cause), businessDay(app, row.at))
  await app.events.emit(tx, { name: 'item.changed', submissionIds: [item.submission_id] })
  return { ...item, ...left, state, version: item.version + 1 }
}

/** Undefined for a card that is ours. */
function stateOf(
  { left_face_cents, state }: InventoryItemTable,
  history: readonly DispositionTable[],
  isOutsideLot: boolean,
): InventoryItemTable['state'] | undefined {
  if (history.some(({ kind }) => kind === 'charged-back')) return 'written-off'
  if (left_face_cents > 0) return state === 'listed' && isOutsideLot ? 'listed' : undefined
  return history.some(({ kind }) => kind === 'written-off') ? 'written-off' : 'disposed'
}

function timeOf(app: AppContext, { bought_at }: InventoryItemTable, given: string | undefined) {
  const now = timestamp(app.clock)
  if (given === undefined) return now
  const at = isDay(given) ? startOfDay(app, given) : new Date(given).toISOString()
  if (at > now) throw invalid('at', inventoryMessages.future)
  // A day is often all that is known, and ends after the payment of that day.
  if (businessDay(app, at) < businessDay(app, bought_at)) throw invalid('at', inventoryMessages.beforeBought)
  return at
}

function detailOf(kind: string, { amount_cents: amount, face_cents: face }: Moved) {
  return `${kind}: ${formatCents(Math.abs(amount || face))}`
}

/** Refuses to write a card off as drained or invalid without a picture of staff or a balance check that found it. */
export async function assertLossEvidence(tx: Tx, submissionId: string, cause: WriteOffCause | undefined) {
  if (cause !== 'drained' && cause !== 'invalid') return
  const found = { submission_id: submissionId, outcome: checkOutcomes.filter(foundFault) }
  if (await table('balance_checks').find(tx, found)) return
  const problems = idsOf(await table('order_problems').list(tx, { submission_id: submissionId }))
  const pictures = table('files')
  if (await pictures.find(tx, { kind: 'evidence', submission_id: submissionId })) return
  if (problems.length > 0 && (await pictures.find(tx, { kind: 'evidence', problem_id: problems }))) return
  throw conflict(controlsMessages.noEvidence)
}

export type LockedItem = { item: InventoryItemTable; mark: string; seller: string }

/** Locks the customer, the order and the item for staff, in this order. `mark` belongs into the audit entry. */
export async function lockItemFor(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { id, permission = 'pay' }: { id: string; permission?: 'pay' | 'review' },
): Promise<LockedItem> {
  const order = await lockSubmission(tx, id)
  const item = await findItem(tx, id)
  if (!order || !item) throw notFound()
  return {
    item,
    seller: order.user_id,
    mark: await checkOwnOrder(app, tx, staff, { permission, customerId: order.user_id }),
  }
}

/** In one order, before the items, so that two calls do not wait for each other. */
export async function lockSellersOf(tx: Tx, ids: readonly string[]) {
  for (const userId of await listSellersOf(tx, ids)) await lockUser(tx, userId)
}

/** @throws AppError 'conflict' when the item was changed since the caller looked at it */
export function assertVersion(item: InventoryItemTable, version: number) {
  if (item.version !== version) throw conflict(inventoryMessages.changed)
}
