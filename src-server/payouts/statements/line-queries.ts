import { type ExpressionBuilder, type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import { parseDollars } from '#shared/money.ts'
import type { LineState } from '#shared/statement.ts'
import type { EntryListInput } from '#shared/statement-entry-schema.ts'
import type { LineListInput } from '#shared/statement-schema.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { lockedIn } from '../../platform/db/row-locks.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { StatementLineTable } from '../../platform/db/statement-tables.ts'
import { inBatches, inPages, inTurns } from './in-batches.ts'

/** Lines of imports that are complete: of others nothing is seen. */
const visible = (db: Db) =>
  db
    .selectFrom('statement_lines')
    .where('statement_lines.import_id', 'not in', (imports) =>
      imports.selectFrom('statement_imports').select('id').where('incomplete_until', 'is not', null),
    )

export async function listKnownKeys(db: Db, accountId: string, keys: readonly string[]) {
  const lines = visible(db).select('line_key').where('account_id', '=', accountId)
  const known = await inTurns(keys, (some) => lines.where('line_key', 'in', some).execute())
  return new Set(known.map(({ line_key }) => line_key))
}

export async function insertLines(tx: Tx, rows: readonly Insertable<StatementLineTable>[]) {
  await tx.insertInto('statement_lines').values(rows).execute()
}

/** These lines, by id; a transaction locks them. */
export async function findLines(db: Db, ids: readonly string[]) {
  return visible(db).selectAll().where('id', 'in', ids).orderBy('id').$call(lockedIn(db)).execute()
}

/** The lines of an account in this state, in any order. Other calls have a turn after some. */
export async function listLinesIn(db: Db, accountId: string, state: LineState) {
  const lines = visible(db).selectAll().where('account_id', '=', accountId).where('state', '=', state)
  return inPages((after, limit) => lines.where('id', '>', after).orderBy('id').limit(limit).execute())
}

export type NamedLine = Awaited<ReturnType<typeof listLinePage>>['rows'][number]

export async function listLinePage(db: Db, { account, state, search, ...input }: LineListInput) {
  let lines = visible(db)
  if (account) lines = lines.where('statement_lines.account_id', '=', account)
  if (state) lines = lines.where('state', '=', state)
  if (search) lines = lines.where('statement_lines.id', 'in', found(search))
  const rows = lines
    .leftJoin('statement_groups', 'statement_groups.id', 'statement_lines.group_id')
    .leftJoin('users', 'users.id', 'statement_groups.made_by')
    .selectAll('statement_lines')
    .select([
      'statement_groups.how',
      'statement_groups.made_by as matched_by',
      'statement_groups.made_at as matched_at',
    ])
    .select('users.name as matched_by_name')
    .orderBy('booked_on', 'desc')
    .orderBy('number', 'desc')
    .orderBy('statement_lines.id', 'desc')
  return readPage(lines, rows, input)
}

const movedLines = sql`ledger_transfers as moved join matched_movements as matched on matched.transfer_key = moved.key
  join statement_lines as line on line.group_id = matched.group_id`

/** Lines by their id or entry, a payout or an order of their match, the beginning of their reference, or an amount. */
function found(text: string) {
  const [id, start] = [text.toUpperCase(), text.toLowerCase()]
  const cents = parseDollars(text.replace(/^-/, ''))
  const ofAmount = sql`union select id from statement_lines where amount_cents in (${cents}, ${-(cents ?? 0)})`
  return sql<string>`(select id from statement_lines where id = ${id}
    union select id from statement_lines where entry_id = ${id}
    union select line.id from ${movedLines} where moved.payout_id = ${id} or moved.submission_id = ${id}
    union select id from statement_lines where lower(reference) >= ${start} and lower(reference) < ${`${start}\u{10ffff}`}
    ${cents === null ? sql`` : ofAmount})`
}

const erase = sql`update statement_lines set description_encrypted = null, reference = ''`

/** The lines of matches with a movement about a payout or an order of one of these customers. */
const linesOf = (users: RawBuilder<unknown>) => sql`select line.id from ${movedLines}
  where (moved.payout_id in (select id from payouts where user_id in (${users}))
    or moved.submission_id in (select id from submissions where user_id in (${users})))`

/** Erases what the lines of the payments to and from a customer say about them. */
export async function eraseDescriptions(tx: Tx, userId: string) {
  await sql`${erase} where id in (${linesOf(sql`select ${userId}`)})`.execute(tx)
}

/** Does the same for those of these lines that are matched to a payout of an account that was deleted before. */
export async function eraseOfDeleted(tx: Tx, lineIds: readonly string[]) {
  const ofDeleted = linesOf(sql`select id from users where email is null`)
  await inBatches(lineIds, async (some) => {
    await sql`${erase} where id in (${ofDeleted} and line.id in (${sql.join(some)}))`.execute(tx)
  })
}

/** Erases what at most `limit` lines that were imported before `at` (ISO 8601) say; returns their number. */
export async function eraseDescriptionsBefore(tx: Tx, at: string, limit: number) {
  const { numAffectedRows } = await sql`${erase} where id in (select id from statement_lines
    where description_encrypted is not null and import_id in (select id from statement_imports where made_at < ${at})
    limit ${limit})`.execute(tx)
  return Number(numAffectedRows)
}

export type Sum = { count: number; cents: number }
export const nothing: Sum = { count: 0, cents: 0 }
type Days = { from?: string; to?: string }

/**
 * All lines of an account of these days: their number, net and last day, the sum of the absolute amounts, and the
 * greatest number.
 */
export async function sumLines(db: Db, accountId: string, { from = '', to = '9999' }: Days = {}) {
  const sums = await db
    .selectFrom('statement_import_days as days')
    .innerJoin('statement_imports', 'statement_imports.id', 'import_id')
    .select(({ fn }) => [fn.sum<number>('lines').as('count'), fn.sum<number>('cents').as('cents')])
    .select(({ fn }) => [fn.sum<number>('moved_cents').as('movedCents'), fn.max('newest').as('newest')])
    .select(({ fn }) => fn.max('day').as('lastOn'))
    .where('account_id', '=', accountId)
    .where('incomplete_until', 'is', null)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('account_id')
    .executeTakeFirst()
  return sums ?? { ...nothing, movedCents: 0, newest: 0, lastOn: null }
}

/** The lines of an account of these days that are not reconciled, by their state. */
export async function sumOpen(db: Db, accountId: string, { from = '', to = '9999' }: Days = {}) {
  const rows = await visible(db)
    .select(['state', sql<number>`sum(amount_cents + fee_cents)`.as('cents')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('booked_on', '>=', from)
    .where('booked_on', '<=', to)
    // As the partial index says it, not as a parameter.
    .where(sql<SqlBool>`state <> 'reconciled'`)
    .groupBy('state')
    .execute()
  const inState = (state: LineState): Sum => rows.find((row) => row.state === state) ?? nothing
  return { open: inState('open'), differs: inState('differs') }
}

/** What the file says that the bank had after its last line until this day. */
export async function findBalanceInFile(db: Db, accountId: string, day: string) {
  const row = await visible(db)
    .select('balance_cents')
    .where('account_id', '=', accountId)
    .where('booked_on', '<=', day)
    .orderBy('booked_on', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.balance_cents ?? undefined
}

function named(db: Db) {
  return db
    .selectFrom('statement_entries')
    .innerJoin('users as makers', 'makers.id', 'statement_entries.made_by')
    .leftJoin('users as enders', 'enders.id', 'statement_entries.ended_by')
    .selectAll('statement_entries')
    .select(['makers.name as made_by_name', 'enders.name as ended_by_name'])
    .select((select) =>
      select
        .selectFrom('statement_lines')
        .whereRef('statement_lines.entry_id', '=', 'statement_entries.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('lines'),
    )
}

/** The transfers by which an entry was posted. */
export async function listTransfersOfEntry(tx: Tx, id: string) {
  const posted = tx.selectFrom('ledger_transfers').selectAll()
  return posted
    .where('key', '>=', `adjustment:${id}`)
    .where('key', '<', `adjustment:${id}.`)
    .orderBy('sequence')
    .execute()
}

export type NamedEntry = NonNullable<Awaited<ReturnType<typeof findNamedEntry>>>

export async function findNamedEntry(db: Db, id: string) {
  return named(db).where('statement_entries.id', '=', id).executeTakeFirst()
}

export async function listEntryPage(db: Db, { account, state, ...input }: EntryListInput) {
  const chosen = (where: ExpressionBuilder<Schema, 'statement_entries'>) =>
    where.and({ ...(account && { account_id: account }), ...(state && { state }) })
  const newest = named(db)
    .where(chosen)
    .orderBy('statement_entries.made_at', 'desc')
    .orderBy('statement_entries.id', 'desc')
  return readPage(db.selectFrom('statement_entries').where(chosen), newest, input)
}

/** The adjusting entries about payouts of a customer, or about lines of them; the transaction locks them. */
export async function listEntriesAbout(tx: Tx, userId: string) {
  const lines = sql`select entry_id from statement_lines where entry_id is not null and id in (${linesOf(sql`select ${userId}`)})`
  return tx
    .selectFrom('statement_entries')
    .select('id')
    .where(sql<SqlBool>`(payout_id in (select id from payouts where user_id = ${userId}) or id in (${lines}))`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
