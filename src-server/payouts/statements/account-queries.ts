import type { LineState } from '#shared/statement.ts'
import type { Db } from '../../platform/db/database.ts'

export type LineCount = { account_id: string; state: LineState; count: number; last_on: string }

export async function countLines(db: Db): Promise<LineCount[]> {
  const rows = await db
    .selectFrom('statement_lines')
    .select(['account_id', 'state'])
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('booked_on').as('last_on')])
    .groupBy(['account_id', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
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
