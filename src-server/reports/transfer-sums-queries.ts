import { sql } from 'kysely'
import { accounts } from '../payouts/ledger/accounts.ts'
import type { Db } from '../platform/db/database.ts'
import type { ApprovalMeasures, MonthlyMeasures } from '../platform/db/figure-tables.ts'
import { withNumbers } from './figure-queries.ts'

/** What belongs together: transfers of one month, about cards of one kind that were approved in the same month. */
type Group = { month: string; approved: string; brand: string; method: string; reviewer: string; seller: string }
type Measures = MonthlyMeasures & ApprovalMeasures
export type TransferSums = Group & Measures

/** What an account gets by a transfer: the amount, its negative, or nothing. */
const into = (account: string) =>
  sql<number>`case ${sql.lit(account)} when transfers.debit then transfers.amount_cents
    when transfers.credit then -transfers.amount_cents else 0 end`
const outOf = (account: string) => sql<number>`-(${into(account)})`
const when = (kinds: readonly string[], cents: ReturnType<typeof into>) =>
  sql<number>`case when transfers.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) then ${cents} else 0 end`
/** 1 for a payout that left or arrived, or was set off, -1 for one that did not or came back. */
const direction = (out: string, back: readonly string[]) =>
  sql<number>`case when transfers.kind = ${sql.lit(out)} or is_set_off then 1
    when transfers.kind in (${sql.join(back.map((kind) => sql.lit(kind)))}) then -1 else 0 end`

const left = direction('send', ['reversal', 'return'])
const arrived = direction('settle', ['return'])
const disposals = ['sale', 'redemption']

/** The cost of earlier sales, by the share of their price that went back. Later rows do not change it. */
const chargedBackCost = sql<number>`coalesce((
  select transfers.amount_cents * sum(sale.cost_cents) / nullif(sum(sale.amount_cents), 0)
  from dispositions as chargeback
  join dispositions as sale on sale.submission_id = chargeback.submission_id and sale.number < chargeback.number
  left join dispositions as corrected on corrected.id = sale.corrects
  where chargeback.id = substr(transfers.key, ${sql.lit('chargeback:'.length + 1)})
    and (sale.kind = 'sold' or corrected.kind = 'sold')), 0)
  * case when transfers.debit = ${sql.lit(accounts.losses)} then 1 else -1 end`

const measures: Readonly<Record<keyof Measures, ReturnType<typeof into>>> = {
  bought_count: left,
  bought_face_cents: sql`(${left}) * coalesce(submissions.card_value_cents, 0)`,
  bought_cost_cents: sql`(${left}) * transfers.amount_cents`,
  paid_count: arrived,
  paid_cents: sql`(${arrived}) * transfers.amount_cents`,
  fee_cents: into(accounts.fees),
  proceeds_cents: sql`${when(disposals, outOf(accounts.cards))} + ${when(['margin'], outOf(accounts.margin))}`,
  margin_cents: outOf(accounts.margin),
  loss_cents: into(accounts.losses),
  recovered_cents: when(['recovery'], outOf(accounts.losses)),
  outcome_cents: when([...disposals, 'write-off'], outOf(accounts.cards)),
  written_off_cents: sql`case transfers.kind when 'write-off' then ${outOf(accounts.cards)}
    when 'chargeback' then ${chargedBackCost} else 0 end`,
}
const names = Object.keys(measures) as (keyof Measures)[]

/** The payout that had paid the card of an order when this transfer was made. */
const payoutAtThatTime = sql`(
  select sent.payout_id from payout_lines
  join ledger_transfers as sent on sent.payout_id = payout_lines.payout_id and sent.kind in ('send', 'set-off')
  where payout_lines.submission_id = transfers.submission_id and sent.sequence < transfers.sequence
  order by sent.sequence desc limit 1)`

/** Above `after`, up to `until`. Transfers of no order have '' as brand, method, reviewer and seller. */
export async function sumTransfers(db: Db, after: number, until: number): Promise<TransferSums[]> {
  const { rows } = await sql<TransferSums>`
    select month, approved, brand, method, reviewer, seller,
      ${sql.join(names.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
    from (
      select substr(transfers.day, 1, 7) as month,
        substr(coalesce(payouts.approved_on, payouts.approved_at, transfers.day), 1, 7) as approved,
        coalesce(submissions.card_brand, '') as brand, coalesce(payouts.method_type, '') as method,
        coalesce(payouts.approved_by, '') as reviewer, coalesce(payouts.user_id, '') as seller,
        ${sql.join(names.map((name) => sql`${measures[name]} as ${sql.ref(name)}`))}
      from (
        select key, sequence, day, kind, debit, credit, transfers.amount_cents, transfers.submission_id,
          transfers.kind = 'set-off' and transfers.payout_id is not null as is_set_off,
          coalesce(transfers.payout_id, ${payoutAtThatTime}) as payout_id
        from ledger_transfers as transfers
        where transfers.sequence > ${after} and transfers.sequence <= ${until}
      ) as transfers
      left join submissions on submissions.id = transfers.submission_id
      left join payouts on payouts.id = transfers.payout_id
    ) as measured
    group by month, approved, brand, method, reviewer, seller`.execute(db)
  return rows.map((row) => withNumbers(row, names))
}
