import { sql } from 'kysely'
import type { ServerDb } from '../../platform/db/database.ts'

const REVIEWERS = 8

/** The transfers of a paid payout, by the remainders of its card's number in which it has them. */
const transfers = [
  ['approve', "'cards'", "'payable:' || user_id", 'amount_cents', '100'],
  ['send', "'payable:' || user_id", "'clearing:unassigned'", 'amount_cents', '100'],
  ['settle', "'clearing:unassigned'", "'cash:unassigned'", 'amount_cents', '100'],
  ['fee', "'fees'", "'cash:unassigned'", '25', '40'],
  ['sale', "'cash:unassigned'", "'cards'", 'amount_cents', '90'],
  ['margin', "'cash:unassigned'", "'margin'", 'amount_cents / 25 + 1', '90'],
] as const

/** Gives the payouts of `insertPaidPayouts` eight reviewers and the ledger of a business that sells most cards. */
export async function insertLedger(db: ServerDb): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from users limit ${REVIEWERS}`.execute(db)
  const chosen = sql.join(
    rows.map(({ id }, at) => sql`when ${sql.lit(at)} then ${sql.lit(id)}`),
    sql` `,
  )
  await sql`update payouts set approved_by = case abs(random()) % ${sql.lit(rows.length)} ${chosen} end`.execute(db)
  const kinds = transfers.map(
    ([kind, debit, credit, cents, below], at) => `select ${at} as place, '${kind}' as kind, id, idempotency_key,
      sent_at, ${debit} as debit, ${credit} as credit, ${cents} as cents from payouts where rowid % 100 < ${below}`,
  )
  // Two of a hundred are written off.
  kinds.push(`select 9, 'write-off', id, idempotency_key, sent_at, 'losses', 'cards', amount_cents from payouts
    where rowid % 100 between 90 and 91`)
  await sql`insert into ledger_transfers (key, sequence, at, kind, debit, credit, amount_cents, currency, submission_id,
      payout_id, made_by)
    select kind || ':' || idempotency_key, row_number() over (order by sent_at, id, place), sent_at, kind, debit, credit,
      cents, 'USD', substr(idempotency_key, 1, length(idempotency_key) - 2), id, null
    from (${sql.raw(kinds.join(' union all '))})`.execute(db)
}
