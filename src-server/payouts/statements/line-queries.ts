import { type Insertable, sql } from 'kysely'
import { parseDollars } from '#shared/money.ts'
import type { LineState } from '#shared/statement.ts'
import type { LineListInput } from '#shared/statement-schema.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { lockedIn } from '../../platform/db/row-locks.ts'
import type { StatementLineTable } from '../../platform/db/statement-tables.ts'
import { inBatches, inPages, inTurns } from './in-batches.ts'

/** Lines of imports that are complete: of others nothing is seen. */
const visible = (db: Db) =>
  db
    .selectFrom('statement_lines')
    .where('statement_lines.import_id', 'not in', (imports) =>
      imports.selectFrom('statement_imports').select('id').where('incomplete_until', 'is not', null),
    )

/** The greatest number of a line of this account, and the cents that its lines brought and took in all. */
export async function findExtent(db: Db, accountId: string) {
  const { newest, moved } = await visible(db)
    .select(({ fn }) => fn.max('number').as('newest'))
    .select(sql<number | null>`sum(abs(amount_cents) + abs(fee_cents))`.as('moved'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { newest: newest ?? 0, movedCents: moved ?? 0 }
}

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
  if (ids.length === 0) return []
  return visible(db).selectAll().where('id', 'in', ids).orderBy('id').$call(lockedIn(db)).execute()
}

/** The lines of an account in this state, in any order. Other calls have a turn after some. */
export async function listLinesIn(db: Db, accountId: string, state: LineState) {
  const lines = visible(db).selectAll().where('account_id', '=', accountId).where('state', '=', state)
  return inPages((after, limit) => lines.where('id', '>', after).orderBy('id').limit(limit).execute())
}

/** The lines of an adjusting entry; a transaction locks them. */
export async function listLinesOfEntry(db: Db, entryId: string) {
  const lines = db.selectFrom('statement_lines').selectAll().where('entry_id', '=', entryId)
  return lines.orderBy('id').$call(lockedIn(db)).execute()
}

export type NamedLine = Awaited<ReturnType<typeof listLinePage>>['rows'][number]

export async function listLinePage(db: Db, { account, state, search, ...input }: LineListInput) {
  let lines = visible(db)
  if (account) lines = lines.where('statement_lines.account_id', '=', account)
  if (state) lines = lines.where('state', '=', state)
  if (search) lines = lines.where('statement_lines.id', 'in', found(db, search))
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

function found(db: Db, text: string) {
  const id = text.toUpperCase()
  const start = text.toLowerCase()
  const cents = parseDollars(text.replace(/^-/, ''))
  const hits = db
    .selectFrom('statement_lines as found')
    .select('found.id')
    .where('found.id', '=', id)
    .union(db.selectFrom('statement_lines as found').select('found.id').where('found.entry_id', '=', id))
    .union(
      ofMovements(db, (about) => about.where(sql<boolean>`(moved.payout_id = ${id} or moved.submission_id = ${id})`)),
    )
    .union(
      db
        .selectFrom('statement_lines as found')
        .select('found.id')
        .where(sql<string>`lower(reference)`, '>=', start)
        .where(sql<string>`lower(reference)`, '<', `${start}\u{10ffff}`),
    )
  if (cents === null) return hits
  return hits.union(
    db.selectFrom('statement_lines as found').select('found.id').where('found.amount_cents', 'in', [cents, -cents]),
  )
}

const erased = { description_encrypted: null, reference: '' } as const

/** The lines of the matches of these movements. */
function ofMovements(db: Db, which: (moved: ReturnType<typeof movedOf>) => ReturnType<typeof movedOf>) {
  return which(movedOf(db))
}

const movedOf = (db: Db) =>
  db
    .selectFrom('ledger_transfers as moved')
    .innerJoin('matched_movements as matched', 'matched.transfer_key', 'moved.key')
    .innerJoin('statement_lines as line', 'line.group_id', 'matched.group_id')
    .select('line.id')

/** Whether a movement is about a payout or an order of one of these customers. */
const isOfCustomer = (users: ReturnType<typeof sql>) =>
  sql<boolean>`(moved.payout_id in (select id from payouts where user_id in (${users}))
    or moved.submission_id in (select id from submissions where user_id in (${users})))`

/** Erases what the lines of the payments to and from a customer say about them. */
export async function eraseDescriptions(tx: Tx, userId: string) {
  await tx
    .updateTable('statement_lines')
    .set(erased)
    .where(
      'id',
      'in',
      ofMovements(tx, (all) => all.where(isOfCustomer(sql`select ${userId}`))),
    )
    .execute()
}

/** Does the same for those of these lines that are matched to a payout of an account that was deleted before. */
export async function eraseOfDeleted(tx: Tx, lineIds: readonly string[]) {
  const ofDeleted = ofMovements(tx, (all) => all.where(isOfCustomer(sql`select id from users where email is null`)))
  await inBatches(lineIds, (some) =>
    tx
      .updateTable('statement_lines')
      .set(erased)
      .where('id', 'in', ofDeleted.where('line.id', 'in', some))
      .execute(),
  )
}

/** Erases what at most `limit` lines that were imported before `at` (ISO 8601) say; returns their number. */
export async function eraseDescriptionsBefore(tx: Tx, at: string, limit: number) {
  const { numUpdatedRows } = await tx
    .updateTable('statement_lines')
    .set(erased)
    .where('id', 'in', (lines) =>
      lines
        .selectFrom('statement_lines')
        .select('id')
        .where('description_encrypted', 'is not', null)
        .where('import_id', 'in', (imports) =>
          imports.selectFrom('statement_imports').select('id').where('made_at', '<', at),
        )
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export type Sum = { count: number; cents: number }

/** The lines of these days: all, those in no match, and those that are not reconciled by their state, in cents. */
export async function sumLines(
  db: Db,
  account: { id: string; opening_on: string },
  days: { from: string; to: string },
) {
  const rows = await visible(db)
    .select(['state', sql<number>`case when group_id is null then 0 else 1 end`.as('is_matched')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`sum(amount_cents + fee_cents)`.as('cents'))
    .where('account_id', '=', account.id)
    .where('booked_on', '>=', days.from > account.opening_on ? days.from : account.opening_on)
    .where('booked_on', '<=', days.to)
    .groupBy(['state', 'is_matched'])
    .execute()
  const sum = (of: typeof rows): Sum => ({
    count: of.reduce((count, row) => count + Number(row.count), 0),
    cents: of.reduce((cents, row) => cents + Number(row.cents), 0),
  })
  const inState = (state: LineState) => sum(rows.filter((row) => row.state === state))
  return {
    all: sum(rows),
    ungrouped: sum(rows.filter(({ is_matched }) => Number(is_matched) === 0)),
    states: { open: inState('open'), differs: inState('differs') },
  }
}

export type LineCount = Awaited<ReturnType<typeof countLines>>[number]

export async function countLines(db: Db) {
  return visible(db)
    .select(['account_id', 'state'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('booked_on').as('last_on')])
    .groupBy(['account_id', 'state'])
    .execute()
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
