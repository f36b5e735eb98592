import type { LineState } from '#shared/statement.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { lockedIn } from '../../platform/db/row-locks.ts'
import type { StatementAccountTable, StatementBalanceTable } from '../../platform/db/statement-tables.ts'

/** All accounts, in the order in which they were made. */
export async function listAccounts(db: Db): Promise<StatementAccountTable[]> {
  return db.selectFrom('statement_accounts').selectAll().orderBy('made_at').orderBy('id').execute()
}

/** An account; a transaction locks it. */
export async function findAccount(db: Db, id: string): Promise<StatementAccountTable | undefined> {
  return db.selectFrom('statement_accounts').selectAll().where('id', '=', id).$call(lockedIn(db)).executeTakeFirst()
}

/** Inserts an account; returns false when its name is taken. */
export async function insertAccount(tx: Tx, row: StatementAccountTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('statement_accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateAccount(
  tx: Tx,
  id: string,
  changes: Pick<StatementAccountTable, 'name' | 'methods' | 'format' | 'opening_cents' | 'opening_on'>,
): Promise<void> {
  await tx.updateTable('statement_accounts').set(changes).where('id', '=', id).execute()
}

export type LineCount = { account_id: string; state: LineState; count: number; last_on: string }

/** The lines of each account by state, and the day of the newest one. */
export async function countLines(db: Db): Promise<LineCount[]> {
  const rows = await db
    .selectFrom('statement_lines')
    .select(['account_id', 'state'])
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('booked_on').as('last_on')])
    .groupBy(['account_id', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Stores an import; returns false when the file was imported before. */
export async function insertImport(
  tx: Tx,
  row: { id: string; account_id: string; digest: string; made_by: string; made_at: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('statement_imports')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'digest']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Stores what the bank had at the end of a day; a later value replaces an earlier one. */
export async function storeBalance(tx: Tx, row: StatementBalanceTable): Promise<void> {
  const { cents, made_by, made_at } = row
  await tx
    .insertInto('statement_balances')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'at_end_of']).doUpdateSet({ cents, made_by, made_at }))
    .execute()
}

/** What a person says that the bank had at the end of this day. */
export async function findBalance(db: Db, accountId: string, day: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('statement_balances')
    .select('cents')
    .where('account_id', '=', accountId)
    .where('at_end_of', '=', day)
    .executeTakeFirst()
  return row?.cents
}

/** What the file says that the bank had after its last line until this day. */
export async function findBalanceInFile(db: Db, accountId: string, day: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('statement_lines')
    .select('balance_cents')
    .where('account_id', '=', accountId)
    .where('booked_on', '<=', day)
    .orderBy('booked_on', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.balance_cents ?? undefined
}
