import type { AliasedExpression } from 'kysely'
import { dollarsFromCents, sumOf } from '#shared/money.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { PayoutFileTable } from '../platform/db/payout-tables.ts'
import { type AppError, conflict } from '../platform/errors.ts'
import { newId, newPrefixedId } from '../platform/ids.ts'
import { totalOf } from './list-payouts.ts'

type BatchTable = Omit<PayoutFileTable, 'format'>
/** The table of payment files or of lots: what one person puts together, and of which each item gets an outcome. */
type Batches<Row, New = Row> = {
  getLocked(db: Db, match: { made_by: string; request_key: string }): Promise<Row>
  insertOnce(tx: Tx, row: New): Promise<boolean>
}

/** The columns of a new batch. */
export function newBatch(app: AppContext, staff: Actor, prefix: 'PF' | 'LOT', requestKey = newId()): BatchTable {
  return { id: newPrefixedId(prefix), request_key: requestKey, made_by: staff.id, made_at: timestamp(app.clock) }
}

/** Adds a batch, or finds the one that the same request of this person made. */
export async function insertBatch<Row, New extends BatchTable>(tx: Tx, batches: Batches<Row, New>, made: New) {
  if (await batches.insertOnce(tx, made)) return { batch: made, isRepeat: false }
  const { made_by, request_key } = made
  return { batch: await batches.getLocked(tx, { made_by, request_key }), isRepeat: true }
}

/** In one order, so that two calls do not wait for each other. */
export function inOrder<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** '25 cards'; of what the same person reads once more '25 cards, again' */
export const countOf = ({ length }: readonly unknown[], one: string, isAgain = false) =>
  `${length} ${one}${length === 1 ? '' : 's'}${isAgain ? ', again' : ''}`

type Choice = { ids: readonly string[] | undefined; none: string; missing: (id: string) => AppError }

/** Of the items that wait for an outcome the chosen ones, by default all. @throws AppError when one does not wait */
export function chosenOf<Item extends { id: string }>(waiting: readonly Item[], { ids, none, missing }: Choice) {
  const absent = ids?.find((id) => !waiting.some((item) => item.id === id))
  if (absent !== undefined) throw missing(absent)
  if (waiting.length === 0) throw conflict(none)
  return inOrder(ids ? waiting.filter(({ id }) => ids.includes(id)) : waiting)
}

/** `left_cents`: what is left to pay of it. */
type Item<State> = { batch_id: string; state: State; cents: number; left_cents: number }
type Items<State> = AliasedExpression<Item<State>, 'item'>

/** Sums items by batch and state. Returns a function that gives those of one batch: their number and dollars. */
export async function sumItems<State extends string>(db: Db, states: readonly State[], items: Items<State>) {
  const rows = await db
    .selectFrom(items)
    .select(({ fn }) => ['batch_id', 'state', fn.countAll<number>().as('count'), fn.sum<number>('cents').as('cents')])
    .select(({ fn }) => fn.sum<number>('left_cents').as('left_cents'))
    .groupBy(['batch_id', 'state'])
    .execute()
  return (batchId: string) => {
    const own = rows.filter(({ batch_id }) => batch_id === batchId)
    const sums = states.map((state) => [state, totalOf(...own.filter((row) => row.state === state))])
    const byState = Object.fromEntries(sums) as Record<State, ReturnType<typeof totalOf>>
    return { ...byState, total: totalOf(...own), left: dollarsFromCents(sumOf(own, 'left_cents')) }
  }
}
