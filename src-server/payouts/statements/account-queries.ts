import type { LineState } from '#shared/statement.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { StatementBalanceTable } from '../../platform/db/statement-tables.ts'

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

/** Stores what the bank had at the end of a day; a later value replaces an earlier one. */
export async function storeBalance(tx: Tx, row: StatementBalanceTable): Promise<void> {
  const { cents, made_by, made_at } = row
  await tx
    .insertInto('statement_balances')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'at_end_of']).doUpdateSet({ cents, made_by, made_at }))
    .execute()
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
