import type { Kysely } from 'kysely'
import { appendOnly, execute, executeOfEngine } from './statements.ts'

/** The ledger of what moved, and the balances of its accounts. It has no foreign keys: it outlives what it names. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
  await executeOfEngine(db, appendOnly({ table: 'ledger_transfers', message: 'The ledger is append-only.' }))
  await executeOfEngine(db, { sqlite, postgres })
}

const tables = [
  `create table ledger_transfers (
    key text primary key,
    sequence integer not null unique,
    at text not null,
    kind text not null,
    debit text not null,
    credit text not null,
    amount_cents bigint not null check (amount_cents > 0),
    currency text not null,
    submission_id text,
    payout_id text,
    made_by text)`,
  `create index ledger_transfers_payout on ledger_transfers (payout_id)`,
  `create index ledger_transfers_debit on ledger_transfers (debit, sequence)`,
  `create index ledger_transfers_credit on ledger_transfers (credit, sequence)`,
  `create table ledger_balances (
    account text not null,
    currency text not null,
    debits bigint not null,
    credits bigint not null,
    constraint ledger_balances_pk primary key (account, currency))`,
]

const belowZero = 'A customer cannot owe money to the site.'

const sqlite = [
  `create trigger ledger_transfers_inserted after insert on ledger_transfers begin
    insert into ledger_balances (account, currency, debits, credits)
      values (new.debit, new.currency, new.amount_cents, 0)
      on conflict (account, currency) do update set debits = debits + excluded.debits;
    insert into ledger_balances (account, currency, debits, credits)
      values (new.credit, new.currency, 0, new.amount_cents)
      on conflict (account, currency) do update set credits = credits + excluded.credits;
    select raise(abort, '${belowZero}') from ledger_balances
      where account = new.debit and currency = new.currency and account like 'payable:%' and credits < debits;
  end`,
]

const postgres = [
  `create function ledger_transfer_inserted() returns trigger language plpgsql as $$ begin
    insert into ledger_balances (account, currency, debits, credits)
      values (new.debit, new.currency, new.amount_cents, 0)
      on conflict (account, currency) do update set debits = ledger_balances.debits + excluded.debits;
    insert into ledger_balances (account, currency, debits, credits)
      values (new.credit, new.currency, 0, new.amount_cents)
      on conflict (account, currency) do update set credits = ledger_balances.credits + excluded.credits;
    if exists (select 1 from ledger_balances where account = new.debit and currency = new.currency
        and account like 'payable:%' and credits < debits) then
      raise exception '${belowZero}';
    end if;
    return null; end $$`,
  `create trigger ledger_transfers_inserted after insert on ledger_transfers for each row
    execute function ledger_transfer_inserted()`,
]
