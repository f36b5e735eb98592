import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { withNumbers } from './figure-queries.ts'

/** What a seller was paid in one year, in cents. */
export type PaidYear = {
  user_id: string
  year: string
  paid_count: number
  paid_cents: number
  returned_count: number
  returned_cents: number
}

export async function listSellersAfter(db: Db, after: string, limit: number) {
  const rows = await db
    .selectFrom('payouts')
    .select('user_id')
    .distinct()
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** What these sellers were paid, and what came back, by the year of the day of the transfer; in any order. */
export async function sumPaidYears(db: Db, userIds: readonly string[]): Promise<PaidYear[]> {
  if (userIds.length === 0) return []
  const year = sql<string>`substr(day, 1, 4)`
  const sumOf = (kinds: readonly string[], what: ReturnType<typeof sql>) =>
    sql<number>`sum(case when kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) then ${what} else 0 end)`
  const paid = ['settle', 'set-off'] as const
  const [one, cents] = [sql`1`, sql`ledger_transfers.amount_cents`]
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('ledger_transfers', 'payout_id', 'payouts.id')
    .select([
      'user_id',
      year.as('year'),
      sumOf(paid, one).as('paid_count'),
      sumOf(paid, cents).as('paid_cents'),
      sumOf(['return'], one).as('returned_count'),
      sumOf(['return'], cents).as('returned_cents'),
    ])
    .where('user_id', 'in', userIds)
    .where('kind', 'in', [...paid, 'return'])
    .groupBy(['user_id', year])
    .execute()
  return rows.map((row) => withNumbers(row, ['paid_count', 'paid_cents', 'returned_count', 'returned_cents']))
}

/** The name of a deleted account is ''. */
export async function listPeople(db: Db, ids: readonly string[]) {
  return db.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', ids).orderBy('id').execute()
}
