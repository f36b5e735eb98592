import { type Kysely, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import type { FigureProgressTable } from '../platform/db/figure-tables.ts'
import type { Schema } from '../platform/db/schema.ts'
import { table } from '../platform/db/table.ts'

const ROWS_AT_ONCE = 500

export type FigureTable = keyof typeof measuresOf
export type Measure<Of extends FigureTable> = (typeof measuresOf)[Of][number]
export type Sums<Of extends FigureTable> = Readonly<Record<Measure<Of>, number>>
export type FigureKey = Pick<Schema[FigureTable], 'dimension' | 'month' | 'name'>
export type FigureRow<Of extends FigureTable> = FigureKey & Sums<Of>
export type AnyFigureRow = { [Of in FigureTable]: FigureRow<Of> }[FigureTable]

/** The lines of a report: those of these months (both inclusive, like '2026-11'), and of these names if given. */
export type FigureLines = { by: string; from: string; to: string; names?: readonly string[] | undefined }

export const measuresOf = {
  monthly_figures: [
    'bought_count',
    'bought_face_cents',
    'bought_cost_cents',
    'paid_count',
    'paid_cents',
    'fee_cents',
    'proceeds_cents',
    'margin_cents',
    'loss_cents',
    'recovered_cents',
  ],
  approval_figures: ['bought_count', 'bought_cost_cents', 'outcome_cents', 'written_off_cents', 'recovered_cents'],
} as const
export const figureTables = ['monthly_figures', 'approval_figures'] as const

const untyped = (db: Db) => db as unknown as Kysely<Record<string, Record<string, string | number>>>

type Progress = Omit<FigureProgressTable, 'id'>
const unread: Progress = { after_sequence: 0, until_sequence: 0 }

export async function findProgress(db: Db) {
  return (await table('figure_progress').findLocked(db, { id: 1 })) ?? unread
}

/** The progress, which no other transaction changes until this one ends. */
export async function lockProgress(tx: Tx) {
  await table('figure_progress').insertOnce(tx, { id: 1, ...unread })
  return findProgress(tx)
}

/** Adds the measures of these rows to those of the table. */
export async function addFigures(tx: Tx, of: FigureTable, rows: readonly AnyFigureRow[]) {
  const sums = measuresOf[of].map((name) => [name, sql`${sql.ref(`${of}.${name}`)} + ${sql.ref(`excluded.${name}`)}`])
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await untyped(tx)
      .insertInto<string>(of)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.columns(['dimension', 'month', 'name']).doUpdateSet(Object.fromEntries(sums)))
      .execute()
}

export async function removeFigures(tx: Tx, of: FigureTable, { dimension, month, name }: FigureKey) {
  await untyped(tx)
    .deleteFrom<string>(of)
    .where('dimension', '=', dimension)
    .where('month', '=', month)
    .where('name', '=', name)
    .execute()
}

export async function listFigures<Of extends FigureTable>(db: Db, of: Of) {
  const rows = await untyped(db).selectFrom<string>(of).selectAll().execute()
  return rows.map((row) => withNumbers(row, measuresOf[of]) as unknown as FigureRow<Of>)
}

/** The stored sums by the names of a dimension, or by month. */
export async function sumFigures<Of extends FigureTable>(
  db: Db,
  of: Of,
  { by, from, to, names }: FigureLines,
): Promise<({ name: string } & Sums<Of>)[]> {
  const name = by === 'month' ? sql<string>`month` : sql<string>`name`
  const rows = await untyped(db)
    .selectFrom<string>(of)
    .select((select) => [name.as('key'), ...measuresOf[of].map((each) => select.fn.sum<number>(each).as(each))])
    .where('dimension', '=', by === 'month' ? 'all' : by)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .$if(names !== undefined, (query) => query.where('name', 'in', names ?? []))
    .groupBy(name)
    .execute()
  return rows.map(({ key, ...row }) => ({ ...(withNumbers(row, measuresOf[of]) as Sums<Of>), name: key }))
}

/** The sellers with a loss in these months, the largest first. */
export async function listLosingSellers(db: Db, from: string, to: string, limit: number) {
  const rows = await db
    .selectFrom('approval_figures')
    .select('name')
    .where('dimension', '=', 'seller')
    .where('month', '>=', from)
    .where('month', '<=', to)
    // As in the condition of the index.
    .where('written_off_cents', '<>', sql.lit(0))
    .groupBy('name')
    .orderBy((order) => order.fn.sum('written_off_cents'), 'desc')
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}

/** PostgreSQL returns sums and large integers as text. */
export function withNumbers<Row extends object, Name extends string>(row: Row, names: readonly Name[]) {
  const values: Partial<Record<Name, unknown>> = row
  const numbers = Object.fromEntries(names.map((name) => [name, Number(values[name])]))
  return { ...row, ...(numbers as Record<Name, number>) }
}
