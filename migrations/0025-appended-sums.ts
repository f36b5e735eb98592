import type { Kysely } from 'kysely'
import { execute, executeOfEngine } from './statements.ts'

/**
 * On PostgreSQL, counts and the balances of the site's own accounts are appended rows that readers add and a job folds,
 * so that no two transactions wait for a row of them. What is owed to or by a customer keeps one row, which is checked.
 * On both engines, the index of due e-mails has those that wait.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await executeOfEngine(db, { sqlite: [], postgres: [...counts, ...balances] })
  await execute(db, waitingMails)
}

const waitingMails = [
  'drop index mail_outbox_due',
  'create index mail_outbox_due on mail_outbox (due_at) where due_at is not null',
]

const itemSums = ['face_cents', 'cost_cents', 'left_face_cents', 'left_cost_cents']

const dropShards = (table: string) => [
  `alter table ${table} drop constraint ${table}_pk`,
  `alter table ${table} drop column shard`,
]

const counts = [
  ...dropShards('submission_counts'),
  ...dropShards('payout_counts'),
  ...dropShards('inventory_counts'),
  `create index submission_counts_status on submission_counts (status, month) include (count)`,
  `create index inventory_counts_state on inventory_counts (state, brand)`,
  `create or replace function count_submission(of_status text, at text, change integer) returns void language sql as $$
    insert into submission_counts (status, month, count) values (of_status, substr(at, 1, 7), change) $$`,
  `create or replace function count_payout(of_state text, by integer, of_cents bigint) returns void language sql as $$
    insert into payout_counts (state, count, cents) values (of_state, by, by * of_cents) $$`,
  `create or replace function count_item(item inventory_items, by integer) returns void language sql as $$
    insert into inventory_counts (state, brand, count, ${itemSums.join()})
    values (item.state, item.brand, by, ${itemSums.map((column) => `by * item.${column}`).join()}) $$`,
]

const isOfCustomer = `(account like 'payable:%' or account like 'receivable:%')`

const balances = [
  `alter table ledger_balances drop constraint ledger_balances_pk`,
  `create unique index ledger_balances_customer on ledger_balances (account, currency) where ${isOfCustomer}`,
  `create index ledger_balances_site on ledger_balances (account, currency) where not ${isOfCustomer}`,
  `create function add_to_balance(of_account text, of_currency text, debited bigint, credited bigint)
    returns void language plpgsql as $$ begin
    if of_account like 'payable:%' or of_account like 'receivable:%' then
      insert into ledger_balances (account, currency, debits, credits)
        values (of_account, of_currency, debited, credited)
        on conflict (account, currency) where ${isOfCustomer} do update set
          debits = ledger_balances.debits + excluded.debits, credits = ledger_balances.credits + excluded.credits;
    else
      insert into ledger_balances (account, currency, debits, credits)
        values (of_account, of_currency, debited, credited);
    end if;
    end $$`,
  `create or replace function ledger_transfer_inserted() returns trigger language plpgsql as $$ begin
    perform add_to_balance(new.debit, new.currency, new.amount_cents, 0);
    perform add_to_balance(new.credit, new.currency, 0, new.amount_cents);
    if exists (select 1 from ledger_balances where account = new.debit and currency = new.currency
        and account like 'payable:%' and credits < debits) then
      raise exception 'A customer cannot owe money to the site.';
    end if;
    return null; end $$`,
]
