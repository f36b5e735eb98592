import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type ItemAge, type ItemFilter, type ItemState, itemAges, itemStates, stockStates } from '#shared/inventory.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { InventoryItemTable } from '../platform/db/inventory-tables.ts'
import type { Schema } from '../platform/db/schema.ts'

export type ItemsWhere = {
  state?: ItemFilter | undefined
  age?: ItemAge | undefined
  brand?: string | undefined
}
const sumKeys = ['count', 'face', 'cost', 'leftFace', 'leftCost'] as const
type SumKey = (typeof sumKeys)[number]
export type ItemSums = Record<SumKey, number>

type Where = ExpressionBuilder<Schema, 'inventory_items'>

/** What is in stock is a literal, so that both engines read the index of it. */
export function itemConditions(where: Where, { state, age, brand }: ItemsWhere, days: AgeDays) {
  const { from, to } = age ? boughtIn(days, age) : {}
  return [
    ...(state === 'stock' ? [sql<SqlBool>`state in ('in-stock', 'listed')`] : []),
    ...(state && state !== 'stock' ? [where('state', '=', state)] : []),
    ...(brand ? [where('brand', '=', brand)] : []),
    ...(from ? [where('bought_at', '>=', from)] : []),
    ...(to ? [where('bought_at', '<', to)] : []),
  ]
}

/** Cards in stock are oldest first, because they still have to be sold. */
export function orderOf({ state }: ItemsWhere) {
  return state === 'stock' || state === 'in-stock' || state === 'listed' ? 'asc' : 'desc'
}

export async function listItemPage(
  db: Db,
  filter: ItemsWhere,
  { page, limit, days }: { page: number; limit: number; days: AgeDays },
) {
  const order = orderOf(filter)
  // However far back the page is, only its rows are read.
  const ids = db
    .selectFrom('inventory_items')
    .select('submission_id')
    .where((where) => where.and(itemConditions(where, filter, days)))
    .orderBy('bought_at', order)
    .orderBy('submission_id', order)
    .limit(limit)
    .offset((page - 1) * limit)
  return db
    .selectFrom('inventory_items')
    .selectAll()
    .where('submission_id', 'in', db.selectFrom(ids.as('page')).select('page.submission_id'))
    .orderBy('bought_at', order)
    .orderBy('submission_id', order)
    .execute()
}

/** After another one in the order of their payment, for an export. */
export async function listItemBatch(
  db: Db,
  filter: ItemsWhere,
  { after, days, limit }: { after?: InventoryItemTable | undefined; days: AgeDays; limit: number },
) {
  return db
    .selectFrom('inventory_items')
    .selectAll()
    .where((where) => where.and(itemConditions(where, filter, days)))
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(bought_at, submission_id) > (${after?.bought_at}, ${after?.submission_id})`),
    )
    .orderBy('bought_at')
    .orderBy('submission_id')
    .limit(limit)
    .execute()
}

/** From the counts that triggers keep. */
export async function sumItems(db: Db, filter: ItemsWhere, days: AgeDays) {
  if (filter.age === undefined) return sumCounts(db, filter)
  if (filter.age !== 'older') return sumRows(db, filter, days)
  const all = await sumCounts(db, filter)
  const young = await sumRows(db, { ...filter, age: undefined }, days, days['8-30'])
  return minus(all, young)
}

/** Without ages that have nothing. */
export async function sumStock(db: Db, days: AgeDays) {
  const { rows } = await sql<SumRow & { brand: string; age: ItemAge }>`
    select brand, case when bought_at >= ${days['0-2']} then '0-2' when bought_at >= ${days['3-7']} then '3-7'
      else '8-30' end as age, ${sumColumns}
    from inventory_items where state in ('in-stock', 'listed') and bought_at >= ${days['8-30']}
    group by 1, 2`.execute(db)
  const young = rows.map(({ brand, age, ...row }) => ({ brand, age, sums: sumsOf(row) }))
  const totals = await sql<SumRow & { brand: string }>`select brand, ${countColumns} from inventory_counts
    where state in ('in-stock', 'listed') group by brand`.execute(db)
  const older = totals.rows.map(({ brand, ...row }) => {
    const own = young.filter((each) => each.brand === brand).map(({ sums }) => sums)
    return { brand, age: 'older' as const, sums: own.reduce(minus, sumsOf(row)) }
  })
  return [...young, ...older].filter(({ sums }) => sums.count > 0)
}

type SumRow = Record<SumKey, number | null>

const centsColumns = sql`sum(face_cents) as face, sum(cost_cents) as cost,
  sum(left_face_cents) as "leftFace", sum(left_cost_cents) as "leftCost"`
const sumColumns = sql`count(*) as count, ${centsColumns}`
const countColumns = sql`sum(count) as count, ${centsColumns}`

async function sumCounts(db: Db, { state, brand }: ItemsWhere) {
  const ofBrand = brand ? sql`and brand = ${brand}` : sql``
  const { rows } = await sql<SumRow>`select ${countColumns} from inventory_counts
    where state in (${sql.join(statesOf(state))}) ${ofBrand}`.execute(db)
  return sumsOf(rows[0])
}

/** Always with states, so that the index of them has all that is summed. */
async function sumRows(db: Db, filter: ItemsWhere, days: AgeDays, since?: string) {
  const { from = since, to } = filter.age ? boughtIn(days, filter.age) : {}
  const { rows } = await sql<SumRow>`select ${sumColumns} from inventory_items
    where state in (${sql.join(statesOf(filter.state))}) and bought_at >= ${from}
      ${to ? sql`and bought_at < ${to}` : sql``} ${filter.brand ? sql`and brand = ${filter.brand}` : sql``}`.execute(db)
  return sumsOf(rows[0])
}

function statesOf(state: ItemFilter | undefined): readonly ItemState[] {
  if (state === undefined) return itemStates
  return state === 'stock' ? stockStates : [state]
}

const sums = (each: (key: SumKey) => number) => Object.fromEntries(sumKeys.map((key) => [key, each(key)])) as ItemSums
const sumsOf = (row: SumRow | undefined) => sums((key) => row?.[key] ?? 0)
const minus = (all: ItemSums, part: ItemSums) => sums((key) => all[key] - part[key])

/** Whole days, as lists count them: 2 days and 23 hours are 2 days. */
const lastDays = { '0-2': 2, '3-7': 7, '8-30': 30 } as const satisfies Partial<Record<ItemAge, number>>

/** When each age begins. */
export type AgeDays = Readonly<Record<keyof typeof lastDays, string>>

export function ageDays(now: Date): AgeDays {
  const before = (days: number) => new Date(now.getTime() - (days + 1) * DAY_MS).toISOString()
  return {
    '0-2': before(lastDays['0-2']),
    '3-7': before(lastDays['3-7']),
    '8-30': before(lastDays['8-30']),
  }
}

/** From `from` inclusive to `to` exclusive. */
function boughtIn(days: AgeDays, age: ItemAge): { from?: string; to?: string } {
  const starts: (string | undefined)[] = itemAges.map((each) => (each === 'older' ? undefined : days[each]))
  const at = itemAges.indexOf(age)
  const [from, to] = [starts[at], starts[at - 1]]
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}
