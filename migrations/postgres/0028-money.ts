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
