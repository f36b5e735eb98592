import { type Kysely, sql } from 'kysely'
import { execute, executeOfEngine } from './statements.ts'

/**
 * Statement accounts become money accounts with ledger accounts of their own, `cash:<id>` and `clearing:<id>`. They
 * begin on the day of this migration, with a balance that a person enters. What the former accounts of cash have goes
 * to `equity:opening`, `balances` to a money account, and payments in flight to the account that pays them, by
 * transfers of their own. Nothing is posted to the former accounts again: nodes of the release before have stopped.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, columns)
  const at = new Date().toISOString()
  const day = at.slice(0, 10)
  await sql`update statement_accounts set opening_cents = 0, opening_on = ${day}, needs_opening = 1`.execute(db)
  await execute(db, [balanceAccount])
  await sql`update statement_accounts set opening_on = ${day} where opening_on = ''`.execute(db)
  await execute(db, [...places, inFlight(at), formerCash(at)])
  await executeOfEngine(db, { sqlite, postgres })
}

const columns = [
  `alter table statement_accounts add column kind text not null default 'bank'`,
  `update statement_accounts set kind = 'paypal' where provider = 'paypal'`,
  `alter table statement_accounts add column usual_fee_cents integer`,
  `alter table statement_accounts add column needs_opening integer not null default 0`,
  `alter table payout_attempts add column money_account text`,
  `alter table dispositions add column money_account text`,
  `alter table statement_entries add column money_account text`,
]

const balanceOf = (account: string) =>
  `(select coalesce(sum(debits - credits), 0) from ledger_balances where account = '${account}')`

const firstOwner = `(select id from users where role = 'owner' order by created_at, id limit 1)`
const balanceAccount = `insert into statement_accounts
    (id, name, provider, kind, methods, opening_cents, opening_on, made_by, made_at)
  select 'SA-BALANCES00', 'Balances of cards', 'hand', 'balance', '[]', 0, '', ${firstOwner}, created_at
  from users where id = ${firstOwner} and ${balanceOf('balances')} <> 0`

const firstAccount = (where: string) =>
  `coalesce((select id from statement_accounts where ${where} order by made_at, id limit 1), 'unassigned')`
const accountOfMethod = firstAccount(`methods like '%"' ||
  (select method_type from payouts where payouts.id = payout_attempts.payout_id) || '"%'`)

/** 'opening': what the money of former dispositions and entries is in, since nobody can say in which account. */
const places = [
  `update payout_attempts set money_account = ${accountOfMethod} where provider = 'hand'`,
  `update payout_attempts set money_account = ${firstAccount(`kind = 'paypal'`)} where provider = 'paypal'`,
  `update dispositions set money_account = case kind when 'redeemed' then ${firstAccount(`kind = 'balance'`)}
    else 'opening' end`,
  `update statement_entries set money_account = 'opening'`,
]

const insertTransfers = `insert into ledger_transfers
  (key, sequence, at, day, kind, debit, credit, amount_cents, currency, payout_id)`
const next = `(select max(sequence) from ledger_transfers) + row_number() over (order by moved)`
const posted = (at: string) => `'${at}', '${at.slice(0, 10)}', 'correction'`

const inFlight = (at: string) => `${insertTransfers}
  select 'correction:in-flight-' || moved, ${next}, ${posted(at)}, 'clearing:' || provider, 'clearing:' || money_account,
    amount_cents, 'USD', moved
  from (
    select payouts.id as moved, payouts.amount_cents, attempt.provider, attempt.money_account
    from payouts join payout_attempts as attempt on attempt.payout_id = payouts.id
    where payouts.state in ('sending', 'sent') and attempt.state in ('calling', 'accepted', 'unknown')
      and attempt.provider <> 'set-off'
  ) as sent`

const targets = [
  ...['cash:hand', 'cash:paypal', 'cash:resale'].map((moved) => [moved, `'equity:opening'`]),
  ['cash:set-off', `'suspense'`],
  ['balances', `(select 'cash:' || id from statement_accounts where kind = 'balance' order by made_at, id limit 1)`],
] as const
const former = targets.map(
  ([moved, target]) => `select '${moved}' as moved, ${target} as target,
  ${balanceOf(moved)} as cents`,
)
const formerCash = (at: string) => `${insertTransfers}
  select 'correction:' || moved, ${next}, ${posted(at)}, case when cents > 0 then target else moved end,
    case when cents > 0 then moved else target end, abs(cents), 'USD', null
  from (${former.join(' union all ')}) as held where cents <> 0 and target is not null`

const ended = ['hand', 'paypal', 'set-off'].flatMap((provider) => [`cash:${provider}`, `clearing:${provider}`])
const endedList = [...ended, 'cash:resale', 'balances'].map((account) => `'${account}'`).join()
const isEnded = `new.debit in (${endedList}) or new.credit in (${endedList})`
const message = 'This account of the ledger has ended: stop the nodes of the previous release.'

const sqlite = [
  `create trigger ledger_transfers_ended before insert on ledger_transfers when ${isEnded}
    begin select raise(abort, '${message}'); end`,
]

const postgres = [
  `create function ledger_account_ended() returns trigger language plpgsql as
    $$ begin raise exception '${message}'; end $$`,
  `create trigger ledger_transfers_ended before insert on ledger_transfers for each row when (${isEnded})
    execute function ledger_account_ended()`,
]
