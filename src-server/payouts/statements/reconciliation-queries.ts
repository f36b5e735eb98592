import { sql } from 'kysely'
import type { PaymentType } from '#shared/payment-type.ts'
import type { LineState } from '#shared/statement.ts'
import { later } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { lacksLine, newestFee } from './match-queries.ts'

/** Lines of one state: their number, what they changed the balance by, and what the books have for their payouts. */
export type LineSum = {
  state: LineState
  count: number
  net: number
  booked: number
  /** The adjusting entries of these lines. */
  entries: number
  payouts: number
}

/** Days as dates, both inclusive. */
export type DayRange = { from: string; to: string }

export async function sumLines(db: Db, accountId: string, { from, to }: DayRange): Promise<LineSum[]> {
  const ofLine = sql`from statement_matches join payouts on payouts.id = statement_matches.payout_id
    where statement_matches.line_id = statement_lines.id`
  const bookedOf = sql<number>`(select coalesce(sum(case when direction = 'out'
    then -(amount_cents + coalesce(${newestFee}, 0)) else coalesce(returned_cents, amount_cents) end), 0) ${ofLine})`
  const rows = await db
    .selectFrom((lines) =>
      lines
        .selectFrom('statement_lines')
        .select(['state', 'entry_id'])
        .select([
          sql<number>`statement_lines.amount_cents + statement_lines.fee_cents`.as('net'),
          bookedOf.as('booked'),
          sql<number>`(select count(*) ${ofLine})`.as('payouts'),
        ])
        .where('account_id', '=', accountId)
        .where('booked_on', '>=', from)
        .where('booked_on', '<=', to)
        .as('each_line'),
    )
    .select('state')
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.sum('net').as('net'),
      fn.sum('booked').as('booked'),
      fn.sum('payouts').as('payouts'),
      fn.count('entry_id').distinct().as('entries'),
    ])
    .groupBy('state')
    .execute()
  return rows.map(({ state, ...row }) => ({
    state,
    ...{ count: Number(row.count), net: Number(row.net), booked: Number(row.booked) },
    ...{ entries: Number(row.entries), payouts: Number(row.payouts) },
  }))
}

/** What the books have for the sent payouts by these methods without a line, and their number. */
export async function sumUnmatched(db: Db, methods: readonly PaymentType[], { from, to }: DayRange) {
  const { count, cents } = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll().as('count'))
    .select(sql<number | null>`sum(amount_cents + coalesce(${newestFee}, 0))`.as('cents'))
    .where('method_type', 'in', methods)
    .where('state', 'in', ['sent', 'paid'])
    .where('sent_at', '>=', from)
    .where('sent_at', '<', dayAfter(to))
    .where(lacksLine('out'))
    .executeTakeFirstOrThrow()
  return { count: Number(count), cents: -Number(cents ?? 0) }
}

const dayAfter = (day: string) => later(day, 24 * 60 * 60_000).slice(0, 10)
