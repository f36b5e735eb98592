import { type SqlBool, sql } from 'kysely'
import { isAny, isChanged } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { idsOf } from '../../platform/ids.ts'
import { groupsOf, netOfAll, settleWithoutLines } from './group-queries.ts'
import { inBatches } from './in-batches.ts'

/** Removed lines of one transaction. */
const AT_ONCE = 100

/** Whether a line was matched by hand, or is in an adjusting entry. */
const isUsed = sql<SqlBool>`(how = 'hand' or entry_id is not null)`

/** Complete imports of an account, newest first, with the number and the days of their lines. */
export async function listImports(db: Db, accountId: string, limit: number) {
  return db
    .selectFrom('statement_imports')
    .innerJoin('users', 'users.id', 'statement_imports.made_by')
    .leftJoin('statement_lines', 'statement_lines.import_id', 'statement_imports.id')
    .leftJoin('statement_groups', 'statement_groups.id', 'statement_lines.group_id')
    .select(['statement_imports.id', 'statement_imports.made_by', 'statement_imports.made_at'])
    .select('users.name as made_by_name')
    .select(({ fn }) => [
      fn.count<number>('statement_lines.id').as('lines'),
      fn.min('booked_on').as('from'),
      fn.max('booked_on').as('to'),
      fn.countAll<number>().filterWhere(isUsed).as('used'),
    ])
    .where('statement_imports.account_id', '=', accountId)
    .where('incomplete_until', 'is', null)
    .groupBy(['statement_imports.id', 'statement_imports.made_by', 'statement_imports.made_at', 'users.name'])
    .orderBy('statement_imports.made_at', 'desc')
    .orderBy('statement_imports.id')
    .limit(limit)
    .execute()
}

/** Whether a line of this import keeps it from being taken back. */
export async function isInUse(db: Db, importId: string) {
  const lines = db
    .selectFrom('statement_lines')
    .leftJoin('statement_groups', 'statement_groups.id', 'statement_lines.group_id')
    .where('import_id', '=', importId)
    .where(isUsed)
  return isAny(lines)
}

type Numbered = Pick<StatementLineTable, 'number' | 'booked_on' | 'amount_cents' | 'fee_cents'>
export const movedCents = (lines: readonly Omit<Numbered, 'number'>[]) =>
  lines.reduce((cents, line) => cents + Math.abs(line.amount_cents) + Math.abs(line.fee_cents), 0)

/** Stores the sums by day of all lines of an import, which are in the order of their numbers. */
export async function insertDays(tx: Tx, import_id: string, lines: readonly Numbered[]) {
  const days = [...Map.groupBy(lines, ({ booked_on }) => booked_on)].map(([day, own]) => {
    const sums = { lines: own.length, cents: netOfAll(own), moved_cents: movedCents(own) }
    return { import_id, day, ...sums, newest: own.at(-1)?.number ?? 0 }
  })
  await inBatches(days, async (some) => {
    await tx.insertInto('statement_import_days').values(some).execute()
  })
}

type Which = { endedBefore?: string | undefined; accountId?: string }

/** Incomplete imports; with `endedBefore` (ISO 8601) those that were not continued since. */
export async function listIncomplete(db: Db, { endedBefore, accountId }: Which) {
  const imports = db.selectFrom('statement_imports').select('id').where('incomplete_until', 'is not', null)
  const chosen = accountId === undefined ? imports : imports.where('account_id', '=', accountId)
  return (endedBefore === undefined ? chosen : chosen.where('incomplete_until', '<', endedBefore)).execute()
}

/** In place of the time until which an import runs: its lines are being removed. */
export const ENDED = ''

/** Says that an incomplete import goes on until this time, or is complete; false when it has ended or was removed. */
export async function continueImport(tx: Tx, id: string, incomplete_until: string | null) {
  return isChanged(
    tx
      .updateTable('statement_imports')
      .set({ incomplete_until })
      .where('id', '=', id)
      .where('incomplete_until', '>', ENDED),
  )
}

type OfImport = Pick<StatementLineTable, 'id' | 'group_id' | 'fee_cents'>
/**
 * Removes some lines of an import at this time, after `before`, and matches without another line; false when all are
 * removed.
 */
export async function removeSomeLines(
  tx: Tx,
  { importId, at }: { importId: string; at: string },
  before: (lines: OfImport[]) => Promise<void>,
) {
  const lines = tx.selectFrom('statement_lines').select(['id', 'group_id', 'fee_cents'])
  const removed = await lines.where('import_id', '=', importId).limit(AT_ONCE).execute()
  await before(removed)
  await table('statement_lines').remove(tx, { id: idsOf(removed) })
  await settleWithoutLines(tx, groupsOf(removed), at)
  return removed.length === AT_ONCE
}

/** Files that were imported before count as new: lines that they had may be missing now. */
export async function forgetFiles(tx: Tx, accountId: string) {
  await tx
    .updateTable('statement_imports')
    .set(({ ref }) => ({ digest: ref('id') }))
    .where('account_id', '=', accountId)
    .execute()
}
