import { type Kysely, sql } from 'kysely'
import { accounts } from '../payouts/ledger/accounts.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { ApprovalMeasures, FigureProgressTable, MonthlyMeasures } from '../platform/db/figure-tables.ts'
import type { Schema } from '../platform/db/schema.ts'
import { table } from '../platform/db/table.ts'

const ROWS_AT_ONCE = 500

export type FigureTable = keyof typeof measuresOf
export type Measure<Of extends FigureTable> = (typeof measuresOf)[Of][number]
type Sums<Of extends FigureTable> = Readonly<Record<Measure<Of>, number>>
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
  const rows = await table(of).list(db, {})
  return rows.map((row) => withNumbers(row, measuresOf[of]) as unknown as FigureRow<Of>)
}

/** The stored sums by the names of a dimension, or by month. */
export async function sumFigures<Of extends FigureTable>(db: Db, of: Of, { by, from, to, names }: FigureLines) {
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

type Group = { month: string; approved: string; brand: string; method: string; reviewer: string; seller: string }
type Measures = MonthlyMeasures & ApprovalMeasures
export type TransferSums = Group & Measures

/** What an account gets by a transfer: the amount, its negative, or nothing. */
const into = (account: string) =>
  sql<number>`case ${sql.lit(account)} when transfers.debit then transfers.amount_cents
    when transfers.credit then -transfers.amount_cents else 0 end`
const outOf = (account: string) => sql<number>`-(${into(account)})`
export const isOneOf = (column: string, kinds: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`
const when = (kinds: readonly string[], cents: ReturnType<typeof into>) =>
  sql<number>`case when ${isOneOf('transfers.kind', kinds)} then ${cents} else 0 end`
/** 1 for a payout that left or arrived, or was set off, -1 for one that did not or came back; 0 for a refund. */
const direction = (out: string, back: readonly string[]) =>
  sql<number>`case when is_refund then 0 when transfers.kind = ${sql.lit(out)} or is_set_off then 1
    when ${isOneOf('transfers.kind', back)} then -1 else 0 end`

const left = direction('send', ['reversal', 'return'])
const arrived = direction('settle', ['return'])
const disposals = ['sale', 'redemption']

/** The cost of earlier sales, by the share of their price that went back. Later rows do not change it. */
const chargedBackCost = sql<number>`coalesce((
  select transfers.amount_cents * sum(sale.cost_cents) / nullif(sum(sale.amount_cents), 0)
  from dispositions as chargeback
  join dispositions as sale on sale.submission_id = chargeback.submission_id and sale.number < chargeback.number
  left join dispositions as corrected on corrected.id = sale.corrects
  where chargeback.id = substr(transfers.key, ${sql.lit('chargeback:'.length + 1)})
    and (sale.kind = 'sold' or corrected.kind = 'sold')), 0)
  * case when transfers.debit = ${sql.lit(accounts.losses)} then 1 else -1 end`

const measures: Readonly<Record<keyof Measures, ReturnType<typeof into>>> = {
  bought_count: left,
  bought_face_cents: sql`(${left}) * coalesce(submissions.card_value_cents, 0)`,
  bought_cost_cents: sql`(${left}) * transfers.amount_cents`,
  paid_count: arrived,
  paid_cents: sql`(${arrived}) * transfers.amount_cents`,
  fee_cents: into(accounts.fees),
  proceeds_cents: sql`${when(disposals, outOf(accounts.cards))} + ${when(['margin'], outOf(accounts.margin))}`,
  margin_cents: outOf(accounts.margin),
  loss_cents: into(accounts.losses),
  recovered_cents: when(['recovery'], outOf(accounts.losses)),
  outcome_cents: when([...disposals, 'write-off'], outOf(accounts.cards)),
  written_off_cents: sql`case transfers.kind when 'write-off' then ${outOf(accounts.cards)}
    when 'chargeback' then ${chargedBackCost} else 0 end`,
}
const names = Object.keys(measures) as (keyof Measures)[]

/** The payout that had paid the card of an order when this transfer was made. */
const payoutAtThatTime = sql`(
  select sent.payout_id from payout_lines
  join payouts as bought on bought.id = payout_lines.payout_id and bought.refund_of is null
  join ledger_transfers as sent on sent.payout_id = bought.id and sent.kind in ('send', 'set-off')
  where payout_lines.submission_id = transfers.submission_id and sent.sequence < transfers.sequence
  order by sent.sequence desc limit 1)`

/** Above `after`, up to `until`. Transfers of no order have '' as brand, method, reviewer and seller. */
export async function sumTransfers(db: Db, after: number, until: number): Promise<TransferSums[]> {
  const { rows } = await sql<TransferSums>`
    select month, approved, brand, method, reviewer, seller,
      ${sql.join(names.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
    from (
      select substr(transfers.day, 1, 7) as month,
        substr(coalesce(payouts.approved_on, payouts.approved_at, transfers.day), 1, 7) as approved,
        coalesce(submissions.card_brand, '') as brand, coalesce(payouts.method_type, '') as method,
        coalesce(payouts.approved_by, '') as reviewer, coalesce(payouts.user_id, '') as seller,
        ${sql.join(names.map((name) => sql`${measures[name]} as ${sql.ref(name)}`))}
      from (
        select key, sequence, day, kind, debit, credit, transfers.amount_cents, transfers.submission_id,
          transfers.kind = 'set-off' and transfers.payout_id is not null as is_set_off,
          refund.id is not null as is_refund,
          case when refund.id is null and transfers.payout_id is not null then transfers.payout_id
            else ${payoutAtThatTime} end as payout_id
        from ledger_transfers as transfers
        left join payouts as refund on refund.id = transfers.payout_id and refund.refund_of is not null
        where transfers.sequence > ${after} and transfers.sequence <= ${until}
      ) as transfers
      left join submissions on submissions.id = transfers.submission_id
      left join payouts on payouts.id = transfers.payout_id
    ) as measured
    group by month, approved, brand, method, reviewer, seller`.execute(db)
  return rows.map((row) => withNumbers(row, names))
}
