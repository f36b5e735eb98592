import { dispositionFields, fieldsOfKind, inventoryMessages, type NewKind } from '#shared/inventory.ts'
import type { DispositionInput } from '#shared/inventory-schema.ts'
import { centsFromDollars } from '#shared/money.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import type { Ask } from '../controls/perform-act.ts'
import type { Tx } from '../platform/db/database.ts'
import type { DispositionTable, InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { conflict, invalid } from '../platform/errors.ts'
import { buyerNamed } from './buyers.ts'
import type { NewDisposition } from './disposition-amounts.ts'
import { listDispositions } from './disposition-queries.ts'
import { assertVersion, type LockedItem } from './lock-item.ts'
import { recordDisposition } from './record-disposition.ts'
import { assertLossEvidence } from './recorded-loss.ts'

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
): Promise<boolean> {
  assertFields(given)
  const input: NewDisposition = { ...(await withCents(app, tx, staff, given)), mark }
  const earlier = input.reference && (await findSame(tx, item, given.kind, input.reference))
  if (earlier) {
    if (hasFactsOf(input, earlier)) return false
    throw conflict(inventoryMessages.otherWithReference(earlier.reference ?? ''), {
      field: 'reference',
    })
  }
  if (given.version !== undefined) assertVersion(item, given.version)
  if (input.kind === 'written-off' && item.left_face_cents > 0)
    await assertLossEvidence(tx, item.submission_id, input.cause)
  await recordDisposition(app, tx, staff, item, input, (each) => ask({ ...each, seller }))
  return true
}

const fieldNames = {
  faceValue: 'face value',
  amount: 'amount',
  fee: 'fee',
  buyer: 'buyer',
  place: 'place',
  cause: 'cause',
  account: 'account',
} as const

/** What a kind does not have is refused, not ignored: an amount must not be lost. */
function assertFields(given: Given): void {
  const { kind, place } = given
  const extra = dispositionFields.find((field) => given[field] !== undefined && !fieldsOfKind[kind].includes(field))
  if (extra) throw invalid(extra, inventoryMessages.notOfKind(kind, fieldNames[extra]))
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
async function findSame(
  tx: Tx,
  item: InventoryItemTable,
  kind: NewKind,
  reference: string,
): Promise<DispositionTable | undefined> {
  const history = await listDispositions(tx, item.submission_id)
  const corrected = new Set(history.map(({ corrects }) => corrects))
  return history.findLast(
    (each) =>
      each.kind === kind && each.reference?.toLowerCase() === reference.toLowerCase() && !corrected.has(each.id),
  )
}

/** What the caller leaves out is as it was recorded. */
function hasFactsOf(input: NewDisposition, row: DispositionTable): boolean {
  const { faceCents = row.face_cents, amountCents = row.amount_cents, feeCents = row.fee_cents } = input
  const isSameMoney = faceCents === row.face_cents && amountCents === row.amount_cents && feeCents === row.fee_cents
  return isSameMoney && (input.buyerId ?? row.buyer_id) === row.buyer_id
}
