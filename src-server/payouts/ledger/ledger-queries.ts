import { sql } from 'kysely'
import type { RangeEnd } from '#shared/export-range-schema.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { isPostgres } from '../../platform/db/dialect/dialect.ts'
import type { TransferFacts } from '../../platform/db/ledger-tables.ts'
import { keysOf } from '../../platform/ids.ts'
import { listBuyerDebts } from '../item-queries.ts'
import { isDebt, isOwed, openAttempts } from '../payout-queries.ts'
import { listReceivables } from '../problem-queries.ts'
import { newestFee } from '../statements/named-queries.ts'
import { accounts, owedByBuyer, receivableFrom } from './accounts.ts'

/** Inserts transfers in this order; on SQLite, whose transaction is the only writer, with their numbers. */
export async function insertTransfers(tx: Tx, rows: readonly TransferFacts[]): Promise<void> {
  const transfers = tx.insertInto('ledger_transfers')
  if (isPostgres(tx)) return void (await transfers.values(rows).execute())
  const newest = await findNewestSequence(tx)
  await transfers.values(rows.map((row, index) => ({ ...row, sequence: newest + 1 + index }))).execute()
}

/** The number of the newest transfer; 0 when there is none. */
export async function findNewestSequence(db: Db) {
  const { newest } = await db
    .selectFrom('ledger_transfers')
    .select((select) => select.fn.max('sequence').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/** The key of a committed transfer that has no place in the order of the ledger; undefined when there is none. */
export async function findUnnumbered(db: Db) {
  const row = await db
    .selectFrom('ledger_transfers')
    .select('key')
    .where((where) => where.or([where('sequence', 'is', null), where('sequence', '<', 1)]))
    .limit(1)
    .executeTakeFirst()
  return row?.key
}

const placeIn = (side: 'debit' | 'credit') =>
  sql`${sql.ref(side)} in ('cash:' || account_id, 'clearing:' || account_id)`
/** How often a movement is stored as free, with its day and amount, or in a match. */
const kept = sql<number>`(select count(*) from free_movements as free where free.transfer_key = key
    and free.day = ledger_transfers.day
    and free.cents = case when ${placeIn('debit')} then ledger_transfers.amount_cents else -ledger_transfers.amount_cents end)
  + (select count(*) from matched_movements where transfer_key = key and (${placeIn('debit')} or ${placeIn('credit')}))`

/** A transfer and the amount of the payout it belongs to; null when that was cleared, or it belongs to none. */
export type PaidTransfer = Awaited<ReturnType<typeof listTransfersAfter>>[number]

export async function listTransfersAfter(db: Db, sequence: number, limit: number) {
  return db
    .selectFrom('ledger_transfers')
    .leftJoin('payouts', 'payouts.id', 'ledger_transfers.payout_id')
    .selectAll('ledger_transfers')
    .select(['payouts.amount_cents as payout_cents', kept.as('kept')])
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

export async function listPostedKeys(db: Db, keys: readonly string[]) {
  const rows = await db.selectFrom('ledger_transfers').select('key').where('key', 'in', keys).execute()
  return new Set(keysOf(rows))
}

function transfersOf(db: Db, account: string | undefined) {
  const transfers = db.selectFrom('ledger_transfers')
  return account === undefined
    ? transfers
    : transfers.where((where) => where.or([where('debit', '=', account), where('credit', '=', account)]))
}

export async function listTransferBatch(db: Db, account: string | undefined, after: number, limit: number) {
  return transfersOf(db, account).selectAll().where('sequence', '>', after).orderBy('sequence').limit(limit).execute()
}

export async function listTransferPage(db: Db, input: { account?: string | undefined; page: number; limit: number }) {
  const transfers = transfersOf(db, input.account)
  return readPage(transfers, transfers.selectAll().orderBy('sequence', 'desc'), input)
}

/** The sums of all accounts. PostgreSQL has several rows of an account of the site. */
export async function listBalances(db: Db) {
  return db
    .selectFrom('ledger_balances')
    .select(['account', 'currency'])
    .select(({ fn }) => [fn.sum<number>('debits').as('debits'), fn.sum<number>('credits').as('credits')])
    .groupBy(['account', 'currency'])
    .orderBy('account')
    .execute()
}

/** Cents of a money account, less what is on its way from it, or of `suspense`, up to the end of a day. */
export async function sumOfPlace(db: Db, place: string, day = '9999'): Promise<number> {
  const { cents } = await db
    .selectFrom('account_days')
    .select(sql<number>`coalesce(sum(cents), 0)`.as('cents'))
    .where('account_id', '=', place)
    .where('day', '<=', day)
    .executeTakeFirstOrThrow()
  return cents
}

/** The day of the first transfer. */
export async function findFirstDay(db: Db) {
  return (await transfersOf(db, undefined).select('day').orderBy('sequence').limit(1).executeTakeFirst())?.day
}

/** The accounts of the site itself, with one each for what all customers are owed, what they owe, and buyers owe. */
export async function sumBalances(db: Db) {
  const name = sql<string>`case when account like 'payable:%' then 'payable'
    when account like 'receivable:%' then 'receivable' when account like 'buyer:%' then 'buyer' else account end`
  return db
    .selectFrom('ledger_balances')
    .select(({ fn }) => [name.as('account'), fn.sum<number>(sql<number>`debits - credits`).as('balance')])
    .groupBy(name)
    .orderBy('account')
    .execute()
}

/** An order of which more than one payout is owed, on its way or paid; undefined when there is none. */
export async function findOrderOwedTwice(db: Db) {
  return db
    .selectFrom('payout_lines')
    .innerJoin('payouts', 'payouts.id', 'payout_lines.payout_id')
    .select((select) => ['submission_id', select.fn.countAll<number>().as('count')])
    .where('refund_of', 'is', null)
    .where((where) => where.or([where('is_live', '=', 1), isDebt(where)]))
    .groupBy('submission_id')
    .having((having) => having(having.fn.countAll(), '>', 1))
    .orderBy('submission_id')
    .limit(1)
    .executeTakeFirst()
}

/** Balances (credits less debits) that payouts, claw backs, lots and items say the accounts have. */
export async function listExpectedBalances(db: Db) {
  const sum = sql<number>`sum(amount_cents)`.as('cents')
  const owed = await db
    .selectFrom('payouts')
    .select([sql<string>`'payable:' || user_id`.as('account'), sum])
    .where(isOwed)
    .groupBy('user_id')
    .execute()
  const moving = await db
    .selectFrom('payouts')
    .innerJoin('payout_attempts', 'payout_attempts.payout_id', 'payouts.id')
    .select([sql<string>`'clearing:' || money_account`.as('account'), sum])
    .where('payouts.state', 'in', ['sending', 'sent'])
    .where('payout_attempts.state', 'in', openAttempts)
    .where('money_account', 'is not', null)
    .groupBy('money_account')
    .execute()
  const others = (await listAssets(db)).map(({ account, cents }) => ({ account, cents: -cents }))
  return [...owed, ...moving, ...others]
}

/** What customers and buyers owe, and what cards have cost, in cents. */
export async function listAssets(db: Db) {
  return [
    ...(await listReceivables(db)).map(({ user_id, cents }) => ({ account: receivableFrom(user_id), cents })),
    ...(await listBuyerDebts(db)).map(({ buyer_id, cents }) => ({ account: owedByBuyer(buyer_id), cents })),
    { account: accounts.cards, cents: await sumCardCost(db) },
  ]
}

/**
 * What cards in stock and payouts that have not left cost; the latter only for orders without an item. One statement,
 * because a payout that leaves moves from one to the other.
 */
async function sumCardCost(db: Db) {
  const stock = db
    .selectFrom('inventory_items')
    .select(({ fn }) => fn.sum<number | null>('left_cost_cents').as('cents'))
  const unsent = unsentCents(db)
    .leftJoin('inventory_items as item', (join) =>
      join.onRef('item.submission_id', '=', 'payout_lines.submission_id').on('item.state', '<>', 'withdrawn'),
    )
    .where('item.submission_id', 'is', null)
  const sums = await db.selectNoFrom([stock.as('stock'), unsent.as('unsent')]).executeTakeFirstOrThrow()
  return (sums.stock ?? 0) + (sums.unsent ?? 0)
}

/** What payouts for cards cost that have not left. */
const unsentCents = (db: Db) =>
  db
    .selectFrom('payouts')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .select(({ fn }) => fn.sum<number | null>('payouts.amount_cents').as('cents'))
    .where('refund_of', 'is', null)
    .where((where) => where.or([isOwed(where), where('payouts.state', '=', 'sending')]))

/** What payouts of an order that have not left cost. */
export async function sumUnsentOf(db: Db, submissionId: string) {
  const unsent = unsentCents(db).where('payout_lines.submission_id', '=', submissionId)
  return (await unsent.executeTakeFirstOrThrow()).cents ?? 0
}

/** A transfer with what is known of its payout and order. */
export type ExportedTransfer = Awaited<ReturnType<typeof listExportedTransfers>>[number]

export type Range = { account?: string | undefined; from: RangeEnd; to: RangeEnd; after: number; newest: number }

export async function listExportedTransfers(db: Db, { account, from, to, after, newest }: Range, limit: number) {
  return transfersOf(db, account)
    .where(`ledger_transfers.${from.column}`, '>=', from.value)
    .where(`ledger_transfers.${to.column}`, '<', to.value)
    .where('ledger_transfers.sequence', '>', after)
    .where('ledger_transfers.sequence', '<=', newest)
    .leftJoin('payouts', 'payouts.id', 'ledger_transfers.payout_id')
    .leftJoin('submissions', 'submissions.id', 'ledger_transfers.submission_id')
    .selectAll('ledger_transfers')
    .select(['payouts.method_type', 'payouts.reference', 'payouts.user_id'])
    .select(['submissions.card_brand as brand', 'submissions.card_value_cents'])
    .select(newestFee.as('fee_cents'))
    .orderBy('ledger_transfers.sequence')
    .limit(limit)
    .execute()
}

export async function sumTransfers(db: Db, { until, after, last }: { until: RangeEnd; after: number; last: number }) {
  const sums = []
  for (const side of ['debit', 'credit'] as const) {
    const rows = await db
      .selectFrom('ledger_transfers')
      .select([`${side} as account`])
      .select(({ fn }) => fn.sum<number>('amount_cents').as('cents'))
      .where(until.column, '<', until.value)
      .where('sequence', '>', after)
      .where('sequence', '<=', last)
      .groupBy(side)
      .execute()
    for (const { account, cents } of rows) sums.push({ account, cents: side === 'debit' ? cents : -cents })
  }
  return sums
}
