import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * A set-off moves what is owed to what is to be repaid, without the account `cash:set-off`. What that account has of a
 * payout goes to `suspense`. Transfers of cleared payouts have no payout, and their sum is zero.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [toSuspense])
}

const toSuspense = `insert into ledger_transfers (key, sequence, at, kind, debit, credit, amount_cents, currency, payout_id)
  select 'correction:set-off-' || coalesce(payout_id, 'cleared'),
    (select max(sequence) from ledger_transfers) + row_number() over (order by payout_id),
    (select max(at) from ledger_transfers), 'correction',
    case when cents > 0 then 'suspense' else 'cash:set-off' end,
    case when cents > 0 then 'cash:set-off' else 'suspense' end, abs(cents), 'USD', payout_id
  from (
    select payouts.id as payout_id,
      sum(case when moved.debit = 'cash:set-off' then moved.amount_cents else -moved.amount_cents end) as cents
    from ledger_transfers as moved
    left join clawback_entries as entry on moved.key = 'set-off:' || entry.id
    left join payouts on payouts.id = coalesce(moved.payout_id, entry.payout_id)
    where moved.debit = 'cash:set-off' or moved.credit = 'cash:set-off'
    group by payouts.id
  ) as held where cents <> 0`
