import { itemAges } from '#shared/inventory.ts'
import type {
  Item,
  ItemDetail,
  ItemDisposition,
  ItemExportInput,
  ItemList,
  ItemListInput,
  Stock,
} from '#shared/inventory-schema.ts'
import { itemLabels } from '#shared/item-label.ts'
import { dollarsFromCents, sumOf } from '#shared/money.ts'
import { paginate } from '#shared/paging.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { findAsked } from '../controls/act-queries.ts'
import { findItem, findOpenLotOf } from '../payouts/item-queries.ts'
import { listMoneyAccounts } from '../payouts/money-place.ts'
import { findPayout, listAttempts } from '../payouts/payout-queries.ts'
import type { DispositionTable, InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { table } from '../platform/db/table.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { notFound } from '../platform/errors.ts'
import { idsOf } from '../platform/ids.ts'
import { fieldsOf, moneyOf, personOf, withoutNulls } from '../platform/without-nulls.ts'
import { batchesByIds, batchesOf, type CsvColumns, csvOf } from '../submissions/csv-file.ts'
import { mayRecord } from './dispose-item.ts'
import { standing } from './disposition-amounts.ts'
import {
  findSeller,
  type ItemNames,
  listNamedDispositions,
  listNamesOf,
  type NamedDisposition,
} from './disposition-queries.ts'
import { ageDays, type ItemSums, listItemBatch, listItemPage, sumItems, sumStock } from './item-list-queries.ts'
import { findItemIds, findItems } from './item-search-queries.ts'

/** In this order. */
async function viewItems(app: AppContext, rows: readonly InventoryItemTable[]): Promise<Item[]> {
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
    fees: dollarsFromCents(sumOf(counted, 'fee_cents')),
    ...(sale?.buyer_id && { buyer: { id: sale.buyer_id, name: sale.buyer_name ?? '' } }),
    ...(last && { last: fieldsOf(last, 'kind', 'at') }),
  }
}

/** Cents, less what went back with chargebacks; a delivered card has its price before it is paid. */
function proceedsOf(counted: readonly DispositionTable[]) {
  return counted.reduce((sum, { kind, amount_cents }) => sum + (signs[kind] ?? 1) * amount_cents, 0)
}

const signs: Partial<Record<DispositionTable['kind'], number>> = { 'charged-back': -1, received: 0, unpaid: 0 }

/** With decrypted notes, the oldest first. */
function dispositionViews(
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

export async function getItem(app: AppContext, id: string): Promise<ItemDetail> {
  const { db } = app
  const row = await findItem(db, id)
  const payout = row && (await findPayout(db, row.payout_id))
  const [view] = row ? await viewItems(app, [row]) : []
  if (!row || !payout || !view) throw notFound()
  const fees = (await listAttempts(db, payout.id)).reduce((sum, { fee_cents }) => sum + (fee_cents ?? 0), 0)
  return {
    ...view,
    ...withoutNulls({ openLotId: await findOpenLotOf(db, id) }),
    customer: (await findSeller(db, row.user_id)) ?? { id: row.user_id, name: '' },
    payout: {
      ...fieldsOf(payout, 'id', 'state'),
      ...moneyOf(payout, 'amount_cents'),
      fee: dollarsFromCents(fees),
      ...withoutNulls(fieldsOf(payout, 'provider', 'reference')),
    },
    dispositions: dispositionViews(app, row, await listNamedDispositions(db, [id])),
  }
}

/** For staff who review or pay; undefined for others and without an item. */
export async function getOrderItem(app: AppContext, staff: { id: string; role: StaffRole }, id: string) {
  if (!hasPermission(staff.role, 'review') && !hasPermission(staff.role, 'pay')) return undefined
  const row = await findItem(app.db, id)
  const [view] = row ? await viewItems(app, [row]) : []
  if (!row || !view) return undefined
  const ours = (await listMoneyAccounts(app.db)).flatMap(({ kind, name }) => (kind === 'balance' ? name : []))
  return { ...view, ours, mayRecord: mayRecord(staff, row), asked: await findAsked(app, staff.id, id) }
}

/** With the sums of all that match. */
export async function listItems(app: AppContext, input: ItemListInput): Promise<ItemList> {
  const { page, limit, search, ...filter } = input
  const days = ageDays(app.clock.now())
  if (search) {
    const { rows, ...more } = await findItems(app.db, { text: search, filter, days })
    const shown = rows.slice((page - 1) * limit, page * limit)
    return { data: await viewItems(app, shown), pagination: { ...paginate(rows.length, page, limit), ...more } }
  }
  const sums = await sumItems(app.db, filter, days)
  const rows = await listItemPage(app.db, filter, { page, limit, days })
  return {
    data: await viewItems(app, rows),
    pagination: paginate(sums.count, page, limit),
    sums: {
      count: sums.count,
      ...moneyOf(sums, 'face as faceValue', 'cost', 'leftFace as leftFaceValue', 'leftCost'),
    },
  }
}

/** The costliest brand first. */
export async function sumStockByBrand(app: AppContext): Promise<Stock> {
  const cells = await sumStock(app.db, ageDays(app.clock.now()))
  const rowOf = (own: typeof cells) => ({
    total: stockSums(own),
    ages: Object.fromEntries(
      itemAges.map((age) => [age, stockSums(own.filter((each) => each.age === age))]),
    ) as Stock['ages'],
  })
  const brands = [...new Set(cells.map(({ brand }) => brand))].map((brand) => ({
    brand,
    brandName: app.catalogue.current.find(brand)?.name ?? brand,
    ...rowOf(cells.filter((each) => each.brand === brand)),
  }))
  brands.sort((one, other) => other.total.cost - one.total.cost || one.brandName.localeCompare(other.brandName))
  return { brands, ...rowOf(cells) }
}

function stockSums(cells: readonly { sums: ItemSums }[]): Stock['total'] {
  const sum = (key: keyof ItemSums) => cells.reduce((all, { sums }) => all + sums[key], 0)
  return { count: sum('count'), faceValue: dollarsFromCents(sum('leftFace')), cost: dollarsFromCents(sum('leftCost')) }
}

const money = (dollars: number) => Number(dollars.toFixed(2))

const columns: CsvColumns<Item> = {
  Order: 'id',
  Brand: 'brandName',
  'Number ends with': 'numberEnd',
  State: (item) => itemLabels[item.state].name,
  'Face value': (item) => money(item.faceValue),
  Cost: (item) => money(item.cost),
  'Left face value': (item) => money(item.leftFaceValue),
  'Left cost': (item) => money(item.leftCost),
  Proceeds: (item) => money(item.proceeds),
  Fees: (item) => money(item.fees),
  Buyer: (item) => item.buyer?.name,
  Place: (item) => item.place?.name,
  Bought: 'boughtAt',
  Approved: 'approvedAt',
  'Approved by': (item) => item.approvedBy.name,
  Payout: 'payoutId',
}

/** Money is in dollars, times are UTC. The audit entry is committed first; rows are read as they are sent. */
export async function exportItems(ctx: CallContext, staff: Actor, input: ItemExportInput) {
  const { search, ...filter } = input
  // A search can contain the name of a buyer, which is erased later.
  const detail = [...Object.values(filter), ...(search ? ['a search'] : [])].filter(Boolean).join(', ') || 'all'
  await auditNow(ctx, staff, 'inventory.exported', 'inventory', detail)
  return csvOf(columns, itemBatches(ctx.app, input))
}

/** Without what was deleted since it was found. */
async function* itemBatches(app: AppContext, { search, ...filter }: ItemExportInput): AsyncGenerator<Item[]> {
  const days = ageDays(app.clock.now())
  const batches = search
    ? batchesByIds(await findItemIds(app.db, { text: search, filter, days }), async (ids) => {
        const rows = await table('inventory_items').list(app.db, { submission_id: ids })
        const items = new Map(rows.map((row) => [row.submission_id, row]))
        return ids.flatMap((id) => items.get(id) ?? [])
      })
    : batchesOf((after: InventoryItemTable | undefined, limit) => listItemBatch(app.db, filter, { after, days, limit }))
  for await (const rows of batches) yield viewItems(app, rows)
}
