import { sql } from 'kysely'
import type { PaymentType } from '#shared/payment-type.ts'
import type { Db } from '../../platform/db/database.ts'
import { lacksLine, newestFee } from './match-queries.ts'

/** Days as dates, both inclusive. */
export type DayRange = { from: string; to: string }

/**
 * The lines of each state: their number, what they changed the balance by, what the books have for their payouts, and
 * the number of their adjusting entries.
 */
export async function sumLines(db: Db, accountId: string, { from, to }: DayRange) {
  const ofLine = sql`from statement_matches join payouts on payouts.id = statement_matches.payout_id
    where statement_matches.line_id = statement_lines.id`
  const bookedOf = sql<number>`(select coalesce(sum(case when direction = 'out'
    then -(amount_cents + coalesce(${newestFee}, 0)) else coalesce(returned_cents, amount_cents) end), 0) ${ofLine})`
  return db
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
        .where('import_id', 'not in', (imports) =>
          imports.selectFrom('statement_imports').select('id').where('incomplete_until', 'is not', null),
        )
        .as('each_line'),
    )
    .select('state')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>('net').as('net'),
      fn.sum<number>('booked').as('booked'),
      fn.sum<number>('payouts').as('payouts'),
      fn.count<number>('entry_id').distinct().as('entries'),
    ])
    .groupBy('state')
    .execute()
}

/** What the books have for the payouts by these methods that left within these times without a line; their number. */
export async function sumUnmatched(
  db: Db,
  methods: readonly PaymentType[],
  { from, until }: { from: string; until: string },
) {
  const { count, cents } = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number | null>`sum(amount_cents + coalesce(${newestFee}, 0))`.as('cents'))
    .where('method_type', 'in', methods)
    .where('state', 'in', ['sent', 'paid'])
    .where('sent_at', '>=', from)
    .where('sent_at', '<', until)
    .where(lacksLine('out'))
    .executeTakeFirstOrThrow()
  return { count, cents: -(cents ?? 0) }
}
