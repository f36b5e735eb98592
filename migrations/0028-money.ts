import { type Kysely, sql } from 'kysely'

/**
 * Payouts as records and the ledger of what moved: every order that was completed before gets a payout that was paid by
 * hand, and the ledger one opening transfer of their sum.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createMoneyTables(db)
  await db.schema
    .createTable('payout_counts')
    .addColumn('state', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('cents', 'integer', (column) => column.notNull())
    .execute()
  for (const statement of sqliteTriggers) await sql.raw(statement).execute(db)
  await fillFromCompletedOrders(db)
}

/** The tables on both engines. */
export async function createMoneyTables(db: Kysely<never>): Promise<void> {
  // When a customer's password was reset or their e-mail address changed.
  await db.schema.alterTable('users').addColumn('security_changed_at', 'text').execute()
  await db.schema
    .createTable('payouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('pay_key', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('amount_cents', 'integer', (column) => column.notNull().check(sql`amount_cents > 0`))
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('method_type', 'text', (column) => column.notNull())
    .addColumn('details_sealed', 'text')
    .addColumn('payout_fingerprint', 'text')
    .addColumn('payee_name', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('provider', 'text')
    .addColumn('reference', 'text')
    .addColumn('approved_by', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('approved_at', 'text', (column) => column.notNull())
    .addColumn('released_by', 'text', (column) => column.references('users.id'))
    .addColumn('released_at', 'text')
    .addColumn('sent_by', 'text', (column) => column.references('users.id'))
    .addColumn('sent_at', 'text')
    .addColumn('settled_at', 'text')
    .addColumn('ended_at', 'text')
    .addColumn('ready_at', 'text')
    .addColumn('claimed_by', 'text', (column) => column.references('users.id'))
    .addColumn('claimed_until', 'text')
    .addColumn('unpaid_says', 'text', (column) => column.references('users.id'))
    .addColumn('debt_ended_at', 'text')
    .addColumn('fail_code', 'text')
    .addColumn('fail_words', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('payouts_state').on('payouts').columns(['state', 'approved_at', 'id']).execute()
  await db.schema.createIndex('payouts_newest').on('payouts').columns(['approved_at', 'id']).execute()
  await db.schema.createIndex('payouts_user').on('payouts').columns(['user_id', 'approved_at']).execute()
  await db.schema
    .createIndex('payouts_account')
    .on('payouts')
    .columns(['payout_fingerprint', 'approved_at'])
    .where(sql.ref('payout_fingerprint'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('payouts_to_erase')
    .on('payouts')
    .column('ended_at')
    .where(sql.ref('details_sealed'), 'is not', null)
    .execute()

  await db.schema
    .createTable('payout_lines')
    .addColumn('payout_id', 'text', (column) => column.notNull().references('payouts.id'))
    .addColumn('submission_id', 'text', (column) => column.notNull().references('submissions.id'))
    .addColumn('amount_cents', 'integer', (column) => column.notNull())
    .addColumn('order_version', 'integer')
    .addColumn('is_live', 'integer', (column) => column.notNull())
    .addColumn('is_contradicted', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('payout_lines_pk', ['payout_id', 'submission_id'])
    .execute()
  await db.schema.createIndex('payout_lines_submission').on('payout_lines').column('submission_id').execute()
  await sql`create unique index payout_lines_live on payout_lines (submission_id) where is_live = 1`.execute(db)
  await sql`create index payout_lines_contradicted on payout_lines (payout_id) where is_contradicted = 1`.execute(db)

  await db.schema
    .createTable('payout_holds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('payout_id', 'text', (column) => column.notNull().references('payouts.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.references('users.id'))
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text')
    .addColumn('lifted_by', 'text', (column) => column.references('users.id'))
    .addColumn('lifted_at', 'text')
    .execute()
  await db.schema.createIndex('payout_holds_payout').on('payout_holds').column('payout_id').execute()

  await db.schema
    .createTable('payout_attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('payout_id', 'text', (column) => column.notNull().references('payouts.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('called_at', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'text')
    .execute()
  await db.schema.createIndex('payout_attempts_payout').on('payout_attempts').column('payout_id').execute()
  await sql`create unique index payout_attempts_open on payout_attempts (payout_id)
    where state in ('calling', 'accepted', 'unknown')`.execute(db)

  // Without foreign keys: the ledger outlives what it names.
  await db.schema
    .createTable('ledger_transfers')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'integer', (column) => column.notNull().unique())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('debit', 'text', (column) => column.notNull())
    .addColumn('credit', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull().check(sql`amount_cents > 0`))
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('submission_id', 'text')
    .addColumn('payout_id', 'text')
    .addColumn('made_by', 'text')
    .execute()
  await db.schema.createIndex('ledger_transfers_payout').on('ledger_transfers').column('payout_id').execute()
  await db.schema.createIndex('ledger_transfers_debit').on('ledger_transfers').columns(['debit', 'sequence']).execute()
  await db.schema
    .createIndex('ledger_transfers_credit')
    .on('ledger_transfers')
    .columns(['credit', 'sequence'])
    .execute()
  await db.schema
    .createTable('ledger_balances')
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('debits', 'bigint', (column) => column.notNull())
    .addColumn('credits', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_balances_pk', ['account', 'currency'])
    .execute()
  await sql`insert into named_locks (name) values ('ledger')`.execute(db)
}

const refusals = {
  appendOnly: 'The ledger is append-only.',
  belowZero: 'A customer cannot owe money to the site.',
}

const countOne = (row: 'new' | 'old', by: 1 | -1) =>
  `insert into payout_counts (state, count, cents) values (${row}.state, ${by}, ${by} * ${row}.amount_cents)
    on conflict (state) do update set count = count + excluded.count, cents = cents + excluded.cents;`

const sqliteTriggers = [
  `create trigger payouts_inserted after insert on payouts begin ${countOne('new', 1)} end`,
  `create trigger payouts_deleted after delete on payouts begin ${countOne('old', -1)} end`,
  `create trigger payouts_counted after update of state on payouts when new.state is not old.state begin
    ${countOne('old', -1)} ${countOne('new', 1)}
  end`,
  `create trigger ledger_transfers_no_update before update on ledger_transfers
    begin select raise(abort, '${refusals.appendOnly}'); end`,
  `create trigger ledger_transfers_no_delete before delete on ledger_transfers
    begin select raise(abort, '${refusals.appendOnly}'); end`,
  `create trigger ledger_transfers_inserted after insert on ledger_transfers begin
    insert into ledger_balances (account, currency, debits, credits)
      values (new.debit, new.currency, new.amount_cents, 0)
      on conflict (account, currency) do update set debits = debits + excluded.debits;
    insert into ledger_balances (account, currency, debits, credits)
      values (new.credit, new.currency, 0, new.amount_cents)
      on conflict (account, currency) do update set credits = credits + excluded.credits;
    select raise(abort, '${refusals.belowZero}') from ledger_balances
      where account = new.debit and currency = new.currency and account like 'payable:%' and credits < debits;
  end`,
]

/** One statement for each table: a million orders take seconds. */
export async function fillFromCompletedOrders(db: Kysely<never>): Promise<void> {
  // Its payout has the order's own ten characters, so that a repeat on a restored database gives the same ids.
  await sql`
    insert into payouts (id, pay_key, user_id, amount_cents, currency, method_type, state, provider, approved_by,
      approved_at, sent_by, sent_at, settled_at, ended_at, version)
    select 'PO-' || substr(s.id, 5), s.id || '-1', s.user_id, s.payout_cents, 'USD', s.payment_type, 'paid', 'hand',
      c.changed_by, c.changed_at, c.changed_by, c.changed_at, c.changed_at, c.changed_at, 1
    from submissions s join status_changes c on c.submission_id = s.id and c.version = (
      select max(version) from status_changes where submission_id = s.id and to_status = 'completed')
    where s.status = 'completed' and s.payout_cents > 0 and s.payment_type is not null`.execute(db)
  await sql`
    insert into payout_lines (payout_id, submission_id, amount_cents, is_live, is_contradicted)
    select p.id, s.id, p.amount_cents, 1, 0 from submissions s join payouts p on p.pay_key = s.id || '-1'`.execute(db)
  await sql`
    insert into payout_attempts (key, payout_id, number, provider, state, called_at, answered_at)
    select pay_key || '-a1', id, 1, 'hand', 'settled', sent_at, sent_at from payouts`.execute(db)
  await sql`
    insert into ledger_transfers (sequence, at, kind, debit, credit, amount_cents, currency, key)
    select 1, max(sent_at), 'opening', 'cards', 'cash:hand', sum(amount_cents), 'USD', 'opening'
    from payouts having count(*) > 0`.execute(db)
}
