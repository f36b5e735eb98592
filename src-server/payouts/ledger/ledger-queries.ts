import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { LedgerBalanceTable, LedgerTransferTable } from '../../platform/db/ledger-tables.ts'

export async function insertTransfers(tx: Tx, rows: readonly LedgerTransferTable[]): Promise<void> {
  await tx.insertInto('ledger_transfers').values(rows).execute()
}

/** The number of the newest transfer; 0 when there is none. */
export async function findNewestSequence(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('ledger_transfers')
    .select((select) => select.fn.max('sequence').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/** A transfer and the amount of the payout it belongs to; null when that was cleared, or it belongs to none. */
export type PaidTransfer = LedgerTransferTable & { payout_cents: number | null }

/** The transfers after a number, in order, at most `limit`. */
export async function listTransfersAfter(db: Db, sequence: number, limit: number): Promise<PaidTransfer[]> {
  return db
    .selectFrom('ledger_transfers')
    .leftJoin('payouts', 'payouts.id', 'ledger_transfers.payout_id')
    .selectAll('ledger_transfers')
    .select('payouts.amount_cents as payout_cents')
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

/** The transfers of a payout, in order. */
export async function listTransfersOf(db: Db, payoutId: string): Promise<LedgerTransferTable[]> {
  return db.selectFrom('ledger_transfers').selectAll().where('payout_id', '=', payoutId).orderBy('sequence').execute()
}

/** Those of these keys that have a transfer. */
export async function listPostedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('ledger_transfers').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}

function transfersOf(db: Db, account: string | undefined) {
  const transfers = db.selectFrom('ledger_transfers')
  return account === undefined
    ? transfers
    : transfers.where((where) => where.or([where('debit', '=', account), where('credit', '=', account)]))
}

/** The transfers of the ledger, or of one account, with a greater number than `after`, in order, at most `limit`. */
export async function listTransferBatch(
  db: Db,
  { account, after }: { account: string | undefined; after: number },
  limit: number,
): Promise<LedgerTransferTable[]> {
  return transfersOf(db, account).selectAll().where('sequence', '>', after).orderBy('sequence').limit(limit).execute()
}

/** A page of transfers, newest first; of one account, if given. */
export async function listTransferPage(
  db: Db,
  { account, page, limit }: { account?: string | undefined; page: number; limit: number },
): Promise<{ rows: LedgerTransferTable[]; totalItems: number }> {
  const transfers = transfersOf(db, account)
  const { count } = await transfers.select((select) => select.fn.countAll().as('count')).executeTakeFirstOrThrow()
  const rows = await transfers
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, totalItems: Number(count) }
}

/** The sums of all accounts. */
export async function listBalances(db: Db): Promise<LedgerBalanceTable[]> {
  return db.selectFrom('ledger_balances').selectAll().orderBy('account').execute()
}

/** The accounts of the site itself, and one with all that is owed to customers as 'payable'. */
export async function sumBalances(db: Db): Promise<{ account: string; balance: number }[]> {
  const name = sql<string>`case when account like 'payable:%' then 'payable' else account end`
  const rows = await db
    .selectFrom('ledger_balances')
    .select((select) => [name.as('account'), select.fn.sum(sql<number>`debits - credits`).as('balance')])
    .groupBy(name)
    .orderBy('account')
    .execute()
  return rows.map(({ account, balance }) => ({ account, balance: Number(balance) }))
}

/** An order of which more than one payout is owed, on its way or paid; undefined when there is none. */
export async function findOrderOwedTwice(db: Db): Promise<{ submission_id: string; count: number } | undefined> {
  const row = await db
    .selectFrom('payout_lines')
    .innerJoin('payouts', 'payouts.id', 'payout_lines.payout_id')
    .select((select) => ['submission_id', select.fn.countAll().as('count')])
    .where((where) =>
      where.or([
        where('is_live', '=', 1),
        where.and([where('state', 'in', ['failed', 'returned']), where('debt_ended_at', 'is', null)]),
      ]),
    )
    .groupBy('submission_id')
    .having((having) => having(having.fn.countAll(), '>', 1))
    .orderBy('submission_id')
    .limit(1)
    .executeTakeFirst()
  return row && { submission_id: row.submission_id, count: Number(row.count) }
}

/** Accounts with the amounts that payouts say they have: what is owed to customers, and what is on its way. */
export async function listExpectedBalances(db: Db): Promise<{ account: string; cents: number }[]> {
  const sum = sql<number>`sum(amount_cents)`.as('cents')
  const owed = await db
    .selectFrom('payouts')
    .select([sql<string>`'payable:' || user_id`.as('account'), sum])
    .where((where) =>
      where.or([
        where('state', 'in', ['held', 'ready']),
        where.and([where('state', 'in', ['failed', 'returned']), where('debt_ended_at', 'is', null)]),
      ]),
    )
    .groupBy('user_id')
    .execute()
  const moving = await db
    .selectFrom('payouts')
    .select([sql<string>`'clearing:' || provider`.as('account'), sum])
    .where('state', 'in', ['sending', 'sent'])
    .groupBy('provider')
    .execute()
  return [...owed, ...moving].map(({ account, cents }) => ({ account, cents: Number(cents) }))
}
