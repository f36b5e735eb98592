import { type Expression, type ExpressionBuilder, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { dayOf, dayStart, isDay } from '#shared/business-day.ts'
import { parseDollars } from '#shared/money.ts'
import type { Db } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'
import { idsOf } from '../platform/ids.ts'

/** Bounds the work of a search, which the result says when a bound was reached. */
type PayoutSearchBounds = { listed: number; looks: number }
const payoutSearchBounds: PayoutSearchBounds = { listed: 1_000, looks: 10_000 }

/** A shorter beginning of a reference or a name matches only as a whole: it would find a large part of all payouts. */
export const SHORTEST_BEGINNING = 3

type PayoutSearch = {
  text: string
  timeZone: string
  now: Date
  order: 'asc' | 'desc'
  where: (where: ExpressionBuilder<Schema, 'payouts'>) => Expression<SqlBool>
}

/**
 * The ids of the payouts that a text finds, ordered by their approval: by id, order id, e-mail address, reference,
 * amount, day of approval or payment, or words of the name. `moreThan` says that there may be more.
 */
export async function findPayouts(
  db: Db,
  { order, where, ...search }: PayoutSearch,
  { listed, looks }: PayoutSearchBounds = payoutSearchBounds,
): Promise<{ ids: string[]; moreThan?: true }> {
  const hits = indexHits(search, sql.raw(order))
  const union = sql.join(
    hits.map(({ hits, also }) => sql`select hits.id from (${hits} limit ${looks}) as hits ${also ?? sql``}`),
    sql` union `,
  )
  const builder = expressionBuilder<Schema, 'payouts'>()
  const rows = await db
    .selectFrom(sql<{ payout_id: string }>`(select found.id as payout_id from (${union}) as found)`.as('found'))
    // SQLite joins in this order, however it estimates: each payout by its key.
    .crossJoin('payouts')
    .select('payouts.id')
    .whereRef('payouts.id', '=', 'found.payout_id')
    .where(where(builder))
    .orderBy('payouts.approved_at', order)
    .orderBy('payouts.id', order)
    .limit(listed + 1)
    .execute()
  const ids = idsOf(rows.slice(0, listed))
  const many = hits.filter(({ isFew }) => !isFew).map((each) => each.hits)
  const isCut = rows.length > listed || (await isBeyond(db, many, looks))
  return { ids, ...(isCut && { moreThan: true }) }
}

/** Whether one of these queries, of which there is at least one, finds more ids than `looks`. */
export async function isBeyond(db: Db, hits: readonly RawBuilder<unknown>[], looks: number) {
  const next = hits.map((each) => sql`select next.id from (${each} limit 1 offset ${looks}) as next`)
  const { rows } = await sql`${sql.join(next, sql` union all `)} limit 1`.execute(db)
  return rows.length > 0
}

type IndexHits = {
  /** A query of payout ids, read from one index. */
  hits: RawBuilder<unknown>
  also?: RawBuilder<unknown>
  isFew?: true
}

function indexHits(
  { text, timeZone, now }: Pick<PayoutSearch, 'text' | 'timeZone' | 'now'>,
  order: RawBuilder<unknown>,
): IndexHits[] {
  const id = text.toUpperCase()
  const day = searchDay(text, { timeZone, now })
  const cents = parseDollars(text)
  return [
    { hits: sql`select id from payouts where id = ${id}`, isFew: true },
    { hits: sql`select payout_id as id from payout_lines where submission_id = ${id}`, isFew: true },
    {
      hits: sql`select payouts.id from users cross join payouts
        where users.email = ${text.toLowerCase()} and payouts.user_id = users.id`,
    },
    ...lowerCasesOf(text).map((start) => ({
      hits: sql`select id from payouts where ${beginsWith(sql`lower(reference)`, start)}`,
    })),
    ...nameHits(nameWords(text)),
    ...(cents === null
      ? []
      : [{ hits: sql`select id from payouts where amount_cents = ${cents} order by approved_at ${order}` }]),
    ...(day ? [sql.ref('approved_at'), sql.ref('sent_at')] : []).map((at) => ({
      hits: sql`select id from payouts where ${at} >= ${day?.from} and ${at} < ${day?.to} order by ${at} ${order}`,
    })),
  ]
}

/** The longest word, which is the rarest, is read from the index; the others begin a word of the same payout. */
function nameHits(words: readonly string[]) {
  const [longest, ...others] = words.toSorted((one, other) => other.length - one.length)
  if (longest === undefined) return []
  const also = others.map(
    (word) => sql`exists (select 1 from payout_names where payout_names.payout_id = hits.id
      and ${begins(sql`payout_names.word`, word)})`,
  )
  const hits = sql`select payout_id as id from payout_names where ${beginsWith(sql`word`, longest)}`
  return [{ hits, ...(also.length > 0 && { also: sql`where ${sql.join(also, sql` and `)}` }) }]
}

/** As PostgreSQL and as SQLite folds it, which knows the case of ASCII only. */
export function lowerCasesOf(text: string) {
  return [...new Set([text.toLowerCase(), text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())])]
}

/** The whole text is `start`, when that is shorter than `SHORTEST_BEGINNING`. */
export function beginsWith(column: RawBuilder<unknown>, start: string): RawBuilder<unknown> {
  return start.length < SHORTEST_BEGINNING ? sql`${column} = ${start}` : begins(column, start)
}

/** As a range, which both engines read from an index: texts are ordered by bytes. */
function begins(column: RawBuilder<unknown>, start: string): RawBuilder<unknown> {
  return sql`${column} >= ${start} and ${column} < ${`${start}\u{10ffff}`}`
}

/** The words of a name as they are stored and searched: in lower case, without accents, each once. */
export function nameWords(name: string) {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return [...new Set(plain.split(/[^\p{L}\p{M}\p{N}]+/u))].filter((word) => word !== '')
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const fullMonths = Array.from({ length: 12 }, (_, at) =>
  new Date(Date.UTC(2026, at)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }).toLowerCase(),
)

/** From the first moment of a day to the first of the next one, ISO 8601. */
type SearchDay = { from: string; to: string }

/**
 * The day that a text names in a time zone: '2026-11-20', '11/20/2026', 'Nov 20, 2026' or 'Nov 20', which is the newest
 * such day at `now`. Undefined for any other text.
 */
export function searchDay(text: string, { timeZone, now }: { timeZone: string; now: Date }): SearchDay | undefined {
  const day = namedDay(text.trim().toLowerCase(), dayOf(timeZone, now))
  return isDay(day) ? { from: dayStart(timeZone, day), to: dayStart(timeZone, day, 1) } : undefined
}

function namedDay(text: string, today: string) {
  const [, americanMonth = '', americanDate = '', americanYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (americanYear !== undefined) return iso(americanYear, americanMonth, americanDate)
  const [, name = '', date = '', year] = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(text) ?? []
  const month = 1 + Math.max(months.indexOf(name), fullMonths.indexOf(name))
  if (month === 0) return text
  if (year !== undefined) return iso(year, month, date)
  const thisYear = Number(today.slice(0, 4))
  const named = iso(thisYear, month, date)
  return named > today ? iso(thisYear - 1, month, date) : named
}

const iso = (year: string | number, ...parts: (string | number)[]) =>
  [year, ...parts.map((part) => String(part).padStart(2, '0'))].join('-')
