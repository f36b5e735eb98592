import { sql } from 'kysely'
import type { ApprovalDimension, MonthlyDimension } from '#shared/report.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type {
  ApprovalFigureTable,
  ApprovalMeasures,
  FigureProgressTable,
  MonthlyFigureTable,
  MonthlyMeasures,
} from '../platform/db/figure-tables.ts'
import { table } from '../platform/db/table.ts'

const ROWS_AT_ONCE = 500

const monthlyMeasures = [
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
] as const satisfies readonly (keyof MonthlyMeasures)[]
const approvalMeasures = [
  'bought_count',
  'bought_cost_cents',
  'outcome_cents',
  'written_off_cents',
  'recovered_cents',
] as const satisfies readonly (keyof ApprovalMeasures)[]

export const figureTables = {
  monthly_figures: { measures: monthlyMeasures },
  approval_figures: { measures: approvalMeasures },
} as const
export type FigureTable = keyof typeof figureTables

type Progress = Omit<FigureProgressTable, 'id'>
const unread: Progress = { after_sequence: 0, until_sequence: 0 }

export async function findProgress(db: Db): Promise<Progress> {
  return (await progressOf(db)) ?? unread
}

/** The same, which no other transaction changes until this one ends. */
export async function lockProgress(tx: Tx): Promise<Progress> {
  const row = { id: 1, ...unread } as const
  await table('figure_progress').insertOnce(tx, row)
  return (await progressOf(tx)) ?? unread
}

async function progressOf(db: Db): Promise<Progress | undefined> {
  return table('figure_progress').findLocked(db, { id: 1 })
}

export async function addMonthlyFigures(tx: Tx, rows: readonly MonthlyFigureTable[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insertInto('monthly_figures')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['dimension', 'month', 'name'])
          .doUpdateSet(Object.fromEntries(monthlyMeasures.map((name) => [name, plusNew('monthly_figures', name)]))),
      )
      .execute()
}

export async function addApprovalFigures(tx: Tx, rows: readonly ApprovalFigureTable[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insertInto('approval_figures')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['dimension', 'month', 'name'])
          .doUpdateSet(Object.fromEntries(approvalMeasures.map((name) => [name, plusNew('approval_figures', name)]))),
      )
      .execute()
}

const plusNew = (table: FigureTable, name: string) =>
  sql<number>`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`

export async function listAllFigures(
  db: Db,
): Promise<{ monthly: MonthlyFigureTable[]; approval: ApprovalFigureTable[] }> {
  const monthly = await db.selectFrom('monthly_figures').selectAll().execute()
  const approval = await db.selectFrom('approval_figures').selectAll().execute()
  return {
    monthly: monthly.map((row) => withNumbers(row, monthlyMeasures)),
    approval: approval.map((row) => withNumbers(row, approvalMeasures)),
  }
}

/** The sums of whole months (both inclusive, like '2026-11') by the names of a dimension, or by month. */
export async function sumMonthlyFigures(
  db: Db,
  { by, from, to }: { by: MonthlyDimension | 'month'; from: string; to: string },
): Promise<({ name: string } & MonthlyMeasures)[]> {
  const name = by === 'month' ? sql<string>`month` : sql<string>`name`
  const rows = await db
    .selectFrom('monthly_figures')
    .select((select) => [name.as('key'), ...monthlyMeasures.map((each) => select.fn.sum<number>(each).as(each))])
    .where('dimension', '=', by === 'month' ? 'all' : by)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .groupBy(name)
    .execute()
  return rows.map(({ key, ...row }) => withNumbers({ ...row, name: key }, monthlyMeasures))
}

/** The sums of the cards that were approved in these months, by the names of a dimension, or by month. */
export async function sumApprovalFigures(
  db: Db,
  { by, from, to }: { by: ApprovalDimension | 'month'; from: string; to: string },
  names?: readonly string[],
): Promise<({ name: string } & ApprovalMeasures)[]> {
  const name = by === 'month' ? sql<string>`month` : sql<string>`name`
  const rows = await db
    .selectFrom('approval_figures')
    .select((select) => [name.as('key'), ...approvalMeasures.map((each) => select.fn.sum<number>(each).as(each))])
    .where('dimension', '=', by === 'month' ? 'all' : by)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .$if(names !== undefined, (query) => query.where('name', 'in', names ?? []))
    .groupBy(name)
    .execute()
  return rows.map(({ key, ...row }) => withNumbers({ ...row, name: key }, approvalMeasures))
}

/** The sellers with a loss in these months, the largest first. */
export async function listLosingSellers(db: Db, from: string, to: string, limit: number): Promise<string[]> {
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
function withNumbers<Row extends object>(row: Row, measures: readonly string[]): Row {
  const numbers = measures.map((name) => [name, Number((row as Record<string, unknown>)[name])])
  return { ...row, ...Object.fromEntries(numbers) }
}
