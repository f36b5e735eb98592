import { type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { isOneOf, withNumbers } from './figure-queries.ts'

/** What a seller was paid in one month, and what came back, in cents. */
export type PaidMonth = Awaited<ReturnType<typeof sumPaidMonths>>[number]

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

const sumOf = (column: string, kinds: readonly string[], what: ReturnType<typeof sql>) =>
  sql<number>`sum(case when ${isOneOf(column, kinds)} then ${what} else 0 end)`
const [one, cents] = [sql`1`, sql`ledger_transfers.amount_cents`]

/** What these sellers were paid, and what came back, by the month of the day of the transfer; in any order. */
export async function sumPaidMonths(db: Db, userIds: readonly string[]) {
  if (userIds.length === 0) return []
  const month = sql<string>`substr(day, 1, 7)`
  const paid = ['settle', 'set-off'] as const
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('ledger_transfers', 'payout_id', 'payouts.id')
    .select([
      'user_id',
      month.as('month'),
      sumOf('kind', paid, one).as('paid_count'),
      sumOf('kind', paid, cents).as('paid_cents'),
      sumOf('kind', ['return'], one).as('returned_count'),
      sumOf('kind', ['return'], cents).as('returned_cents'),
    ])
    .where('user_id', 'in', userIds)
    .where('kind', 'in', [...paid, 'return'])
    .where('refund_of', 'is', null)
    .groupBy(['user_id', month])
    .execute()
  return rows.map((row) => withNumbers(row, ['paid_count', 'paid_cents', 'returned_count', 'returned_cents']))
}

/** Cents that sellers gave by transfers of some kinds, less those that they got by others. */
const repaid = (column: string, given: readonly string[], got: readonly string[]) =>
  sql<number>`${sumOf(column, given, cents)} - ${sumOf(column, got, cents)}`.as('repaid_cents')

/** What these sellers repaid of claw backs in a year, less what was sent back, and what was waived, in cents. */
export async function sumRepaidInYear(db: Db, userIds: readonly string[], year: string) {
  if (userIds.length === 0) return []
  const inYear = sql<SqlBool>`substr(day, 1, 4) = ${year}`
  const refunded = await db
    .selectFrom('payouts')
    .innerJoin('ledger_transfers', 'payout_id', 'payouts.id')
    .select(['user_id', repaid('kind', ['return'], ['settle']), sql<number>`0`.as('waived_cents')])
    .where('user_id', 'in', userIds)
    .where('refund_of', 'is not', null)
    .where(inYear)
    .groupBy('user_id')
    .execute()
  const key = sql<string>`case entry.kind when 'repaid' then 'repayment' when 'set-off' then 'set-off' else 'waiver' end
    || ':' || entry.id`
  const rows = await db
    .selectFrom('order_problems')
    .innerJoin('clawback_entries as entry', 'entry.problem_id', 'order_problems.id')
    .innerJoin('ledger_transfers', (join) => join.on('ledger_transfers.key', '=', key))
    .select(['user_id', repaid('entry.kind', ['repaid', 'set-off'], ['returned'])])
    .select(sumOf('entry.kind', ['waived'], cents).as('waived_cents'))
    .where('user_id', 'in', userIds)
    .where(inYear)
    .groupBy('user_id')
    .execute()
  return [...rows, ...refunded].map((row) => withNumbers(row, ['repaid_cents', 'waived_cents']))
}

export async function listPeople(db: Db, ids: readonly string[]) {
  return db.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', ids).orderBy('id').execute()
}
