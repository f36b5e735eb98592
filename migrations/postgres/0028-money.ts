import { type Kysely, sql } from 'kysely'
import { createMoneyTables, fillFromCompletedOrders } from '../0028-money.ts'
import { makeAppendOnly } from './append-only.ts'

/** Payouts and the ledger, with the triggers of PostgreSQL. */
export async function up(db: Kysely<never>): Promise<void> {
  await createMoneyTables(db)
  await makeAppendOnly(db, { table: 'ledger_transfers', message: 'The ledger is append-only.' })
  for (const statement of statements) await sql.raw(statement).execute(db)
  await fillFromCompletedOrders(db)
}

const statements = [
  // Sharded, because concurrent changes would otherwise wait for one row.
  `create table payout_counts (
    state text not null, shard smallint not null, count integer not null, cents bigint not null,
    constraint payout_counts_pk primary key (state, shard))`,
  `create function count_payout(of_state text, by integer, of_cents bigint) returns void language sql as $$
    insert into payout_counts (state, shard, count, cents)
    values (of_state, (random() * 15)::integer, by, by * of_cents)
    on conflict (state, shard) do update set count = payout_counts.count + excluded.count,
      cents = payout_counts.cents + excluded.cents $$`,
  `create function payout_counted() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then perform count_payout(old.state, -1, old.amount_cents); end if;
    if tg_op <> 'DELETE' then perform count_payout(new.state, 1, new.amount_cents); end if;
    return null; end $$`,
  `create trigger payouts_inserted_or_deleted after insert or delete on payouts for each row
    execute function payout_counted()`,
  `create trigger payouts_counted after update of state on payouts for each row
    when (new.state <> old.state) execute function payout_counted()`,
  `create function ledger_transfer_inserted() returns trigger language plpgsql as $$ begin
    insert into ledger_balances (account, currency, debits, credits)
      values (new.debit, new.currency, new.amount_cents, 0)
      on conflict (account, currency) do update set debits = ledger_balances.debits + excluded.debits;
    insert into ledger_balances (account, currency, debits, credits)
      values (new.credit, new.currency, 0, new.amount_cents)
      on conflict (account, currency) do update set credits = ledger_balances.credits + excluded.credits;
    if exists (select 1 from ledger_balances where account = new.debit and currency = new.currency
        and account like 'payable:%' and credits < debits) then
      raise exception 'A customer cannot owe money to the site.';
    end if;
    return null; end $$`,
  `create trigger ledger_transfers_inserted after insert on ledger_transfers for each row
    execute function ledger_transfer_inserted()`,
]
