import type { Item, ItemDisposition } from '#shared/inventory-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import type { AppContext } from '../context.ts'
import type { DispositionTable, InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { idsOf } from '../platform/ids.ts'
import { fieldsOf, moneyOf, personOf, withoutNulls } from '../platform/without-nulls.ts'
import { standing } from './disposition-amounts.ts'
import { type ItemNames, listNamedDispositions, listNamesOf, type NamedDisposition } from './item-detail-queries.ts'

/** In this order. */
export async function viewItems(app: AppContext, rows: readonly InventoryItemTable[]): Promise<Item[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ submission_id }) => submission_id)
  const names = new Map((await listNamesOf(app.db, ids)).map((each) => [each.submission_id, each]))
  const histories = await listNamedDispositions(app.db, ids)
  return rows.map((row) => {
    const own = histories.filter(({ submission_id }) => submission_id === row.submission_id)
    return itemView(app, row, own, names.get(row.submission_id))
  })
}

function itemView(
  { catalogue }: AppContext,
  row: InventoryItemTable,
  history: readonly NamedDisposition[],
  names: ItemNames | undefined,
): Item {
  const standingIds = new Set(idsOf(standing(history)))
  const counted = history.filter(({ id }) => standingIds.has(id))
  const sale = counted.findLast(({ kind }) => kind === 'sold')
  const last = history.findLast(
    ({ id, kind }) => kind !== 'received' && (standingIds.has(id) || kind === 'transferred'),
  )
  const { place } = names ?? {}
  return {
    ...fieldsOf(row, 'submission_id as id', 'brand', 'state', 'number_end', 'payout_id', 'approved_at', 'bought_at'),
    ...fieldsOf(row, 'version'),
    brandName: catalogue.current.find(row.brand)?.name ?? row.brand,
    ...moneyOf(row, 'face_cents as faceValue', 'cost_cents', 'left_face_cents as leftFaceValue', 'left_cost_cents'),
    approvedBy: { id: row.approved_by, name: names?.approved_by_name ?? '' },
    ...(names && place && { place: { place, name: names.place_name ?? '', at: names.chosen_at ?? '' } }),
    proceeds: dollarsFromCents(proceedsOf(counted)),
    fees: dollarsFromCents(counted.reduce((sum, { fee_cents }) => sum + fee_cents, 0)),
    ...(sale?.buyer_id && { buyer: { id: sale.buyer_id, name: sale.buyer_name ?? '' } }),
    ...(last && { last: fieldsOf(last, 'kind', 'at') }),
  }
}

/** Cents, less what went back with chargebacks; a delivered card has its price before it is paid. */
function proceedsOf(counted: readonly DispositionTable[]): number {
  return counted.reduce((sum, { kind, amount_cents }) => sum + (signs[kind] ?? 1) * amount_cents, 0)
}

const signs: Partial<Record<DispositionTable['kind'], number>> = { 'charged-back': -1, received: 0, unpaid: 0 }

/** With decrypted notes, the oldest first. */
export function dispositionViews(
  { keyring }: AppContext,
  { state }: Pick<InventoryItemTable, 'state'>,
  history: readonly NamedDisposition[],
): ItemDisposition[] {
  const corrected = new Set(history.map(({ corrects }) => corrects))
  const newest = state === 'withdrawn' ? undefined : standing(history).at(-1)
  return history.map((row) => ({
    ...fieldsOf(row, 'id', 'number', 'kind', 'at', 'made_at'),
    ...moneyOf(row, 'face_cents as faceValue', 'cost_cents', 'amount_cents', 'fee_cents'),
    ...withoutNulls({
      ...fieldsOf(row, 'cause', 'place', 'reference', 'lot_id', 'corrects'),
      buyer: personOf(row.buyer_id, row.buyer_name),
      note: textIn(keyring, 'dispositions', row, 'note_encrypted'),
      madeBy: personOf(row.made_by, row.made_by_name),
    }),
    ...(corrected.has(row.id) && { isCorrected: true as const }),
    ...(row.id === newest?.id && { mayCorrect: true as const }),
  }))
}
