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
  if (account) lines = lines.where('account_id', '=', account)
  if (state) lines = lines.where('state', '=', state)
  if (search) lines = lines.where('statement_lines.id', 'in', found(db, search))
  const rows = lines
    .leftJoin('users', 'users.id', 'statement_lines.matched_by')
    .selectAll('statement_lines')
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
    .union(db.selectFrom('statement_matches').select('line_id as id').where('payout_id', '=', id))
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

const matched = (db: Db) =>
  db.selectFrom('statement_matches').innerJoin('payouts', 'payouts.id', 'statement_matches.payout_id').select('line_id')

/** Erases what the lines of the payouts of a customer say about them. */
export async function eraseDescriptions(tx: Tx, userId: string) {
  await tx
    .updateTable('statement_lines')
    .set(erased)
    .where('id', 'in', matched(tx).where('user_id', '=', userId))
    .execute()
}

/** Does the same for those of these lines that are matched to a payout of an account that was deleted before. */
export async function eraseOfDeleted(tx: Tx, lineIds: readonly string[]) {
  const ofDeleted = matched(tx).innerJoin('users', 'users.id', 'payouts.user_id').where('email', 'is', null)
  await inBatches(lineIds, (some) =>
    tx
      .updateTable('statement_lines')
      .set(erased)
      .where('id', 'in', ofDeleted.where('line_id', 'in', some))
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
