import { dispositionFields, fieldsOfKind, inventoryMessages, type NewKind } from '#shared/inventory.ts'
import type {
  CorrectItemInput,
  DisposeItemInput,
  DisposeItemsInput,
  DispositionInput,
  RecordForOrderInput,
} from '#shared/inventory-schema.ts'
import { centsFromDollars } from '#shared/money.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { type Ask, askedAct } from '../controls/perform-act.ts'
import { inOrder } from '../payouts/batch.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { DispositionTable, InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { AppError, conflict, invalid } from '../platform/errors.ts'
import { idsOf } from '../platform/ids.ts'
import { buyerNamed } from './buyers.ts'
import type { NewDisposition } from './disposition-amounts.ts'
import { listDispositions } from './disposition-queries.ts'
import { withdrawUnpaid } from './lots/record-lot.ts'
import {
  assertLossEvidence,
  assertVersion,
  correctDisposition,
  type LockedItem,
  lockItemFor,
  lockSellersOf,
  recordDisposition,
} from './record-disposition.ts'

/** `version` is of the item as the caller saw it; a file has none. */
type Given = DispositionInput & { version?: number }

/** Returns false, without a change, when the same facts are recorded already, whatever version the caller has. */
export async function recordOnce(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { item, mark, seller }: LockedItem,
  given: Given,
  ask: Ask,
) {
  assertFields(given)
  const input: NewDisposition = { ...(await withCents(app, tx, staff, given)), mark }
  const earlier = input.reference && (await findSame(tx, item, given.kind, input.reference))
  if (earlier) {
    if (hasFactsOf(input, earlier)) return false
    throw conflict(inventoryMessages.otherWithReference(earlier.reference ?? ''), { field: 'reference' })
  }
  if (given.version !== undefined) assertVersion(item, given.version)
  if (input.kind === 'written-off' && item.left_face_cents > 0)
    await assertLossEvidence(tx, item.submission_id, input.cause)
  await recordDisposition(app, tx, staff, item, input, (each) => ask({ ...each, seller }))
  return true
}

/** What a kind does not have is refused, not ignored: an amount must not be lost. */
function assertFields(given: Given) {
  const { kind, place } = given
  const extra = dispositionFields.find((field) => given[field] !== undefined && !fieldsOfKind[kind].includes(field))
  if (extra) throw invalid(extra, inventoryMessages.notOfKind(kind, extra === 'faceValue' ? 'face value' : extra))
  if (kind === 'redeemed' && place && place.place !== 'account')
    throw invalid('place', inventoryMessages.redeemedElsewhere)
}

async function withCents(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { kind, at, cause, place, account, reference, note, ...given }: Given,
): Promise<NewDisposition> {
  const buyer = given.buyer ?? (place?.place === 'buyer' ? place.name : undefined)
  const cents = (dollars: number | undefined) => (dollars === undefined ? undefined : (centsFromDollars(dollars) ?? 0))
  return {
    ...{ kind, at, cause, place, account, note },
    reference: reference || undefined,
    faceCents: cents(given.faceValue),
    amountCents: cents(given.amount),
    feeCents: cents(given.fee),
    buyerId: buyer === undefined ? undefined : await buyerNamed(app, tx, staff, buyer),
  }
}

/** Not one that a correction has taken back. */
async function findSame(tx: Tx, item: InventoryItemTable, kind: NewKind, reference: string) {
  const history = await listDispositions(tx, item.submission_id)
  const corrected = new Set(history.map(({ corrects }) => corrects))
  return history.findLast(
    (each) =>
      each.kind === kind && each.reference?.toLowerCase() === reference.toLowerCase() && !corrected.has(each.id),
  )
}

/** What the caller leaves out is as it was recorded. */
function hasFactsOf(input: NewDisposition, row: DispositionTable) {
  const { faceCents = row.face_cents, amountCents = row.amount_cents, feeCents = row.fee_cents } = input
  const isSameMoney = faceCents === row.face_cents && amountCents === row.amount_cents && feeCents === row.fee_cents
  return isSameMoney && (input.buyerId ?? row.buyer_id) === row.buyer_id
}

/** A repeat with the same kind and reference changes nothing. */
export const disposeItem = askedAct('card', async (app, tx, staff, input: DisposeItemInput, ask) =>
  recordOnce(app, tx, staff, await lockItemFor(app, tx, staff, { id: input.id }), input, ask),
)

/** All or none; amounts are of each card. A refusal names the first card that it is about. */
export const disposeItems = askedAct('cards', async (app, tx, staff, given: DisposeItemsInput, ask) => {
  const { items, ...input } = given
  const twice = items.find(({ id }, at) => items.findIndex((each) => each.id === id) !== at)
  if (twice) throw invalid('items', inventoryMessages.chosenTwice(twice.id))
  let recorded = 0
  await lockSellersOf(tx, idsOf(items))
  for (const { id, version } of inOrder(items)) {
    const isNew = await naming(id, items.length, async () =>
      recordOnce(app, tx, staff, await lockItemFor(app, tx, staff, { id }), { ...input, version }, ask),
    )
    if (isNew) recorded++
  }
  return { recorded, already: items.length - recorded }
})

/** A refusal names the card, where there are several. */
async function naming<Result>(id: string, count: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || count === 1) throw error
    const { code, message, detail } = error
    if (code === 'not_found') throw new AppError(code, inventoryMessages.noItem(id))
    throw code === 'bad_request' || code === 'conflict' ? new AppError(code, `${id}: ${message}`, detail) : error
  }
}

/** What a reviewer did with a card that they have approved: redeemed, moved or written off. */
export const recordForOrder = askedAct(
  'own-card',
  async (app, tx, staff: Actor & { role: StaffRole }, input: RecordForOrderInput, ask) => {
    const locked = await lockItemFor(app, tx, staff, { id: input.id, permission: 'review' })
    if (!mayRecord(staff, locked.item)) throw new AppError('forbidden', inventoryMessages.onlyOfReviewer)
    await recordOnce(app, tx, staff, locked, input, ask)
  },
)

/** With the permission to pay, or of an own approval. */
export function mayRecord(staff: { id: string; role: StaffRole }, { approved_by }: { approved_by: string }) {
  return hasPermission(staff.role, 'pay') || (hasPermission(staff.role, 'review') && approved_by === staff.id)
}

/** Takes back the newest disposition: as before it, but a card whose payout came back since is withdrawn. */
export async function correctItem(
  ctx: CallContext,
  staff: Actor,
  { id, version, disposition, note }: CorrectItemInput,
) {
  await inTransaction(ctx, async (tx, app) => {
    const { item, mark } = await lockItemFor(app, tx, staff, { id })
    assertVersion(item, version)
    const again = await correctDisposition(app, tx, staff, item, { id: disposition, note, mark })
    await withdrawUnpaid(app, tx, again)
  })
}
