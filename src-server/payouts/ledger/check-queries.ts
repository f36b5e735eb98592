import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { StatementEntryTable } from '../../platform/db/statement-tables.ts'
import { isOwed } from '../payout-queries.ts'
import { accountOfEntry } from './accounts.ts'

/** What is owed for each order, in cents. */
export async function listOwedOrders(db: Db) {
  return db
    .selectFrom('payouts')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .select(['submission_id', 'payouts.amount_cents'])
    .where(isOwed)
    .execute()
}

/** Payouts whose approval the ledger does not have, of orders with one of another amount. */
export async function listUnpostedDebts(db: Db) {
  return db
    .selectFrom('payouts')
    .innerJoin('payout_lines as line', 'line.payout_id', 'payouts.id')
    .select(['payouts.id', 'line.submission_id'])
    .where(
      sql<boolean>`not exists (select 1 from ledger_transfers where key = 'approve:' || payouts.idempotency_key)
        and exists (select 1 from payout_lines as other
          where other.submission_id = line.submission_id and other.amount_cents <> payouts.amount_cents
            and other.payout_id not in (select id from payouts where refund_of is not null))`,
    )
    .where('refund_of', 'is', null)
    .orderBy(sql`length(idempotency_key)`)
    .orderBy('idempotency_key')
    .execute()
}

const waits = sql`lot_items.submission_id = item.submission_id and lot_items.state = 'offered'`

/** Cards that a lot offers and that are not listed; one that is withdrawn waits there for its payout. */
export async function listUnlisted(db: Db) {
  const { rows } = await sql<{ submission_id: string; state: string }>`
    select item.submission_id, item.state from inventory_items as item join lot_items on ${waits}
    where item.state not in ('listed', 'withdrawn')`.execute(db)
  return rows
}

/** A card that is listed and that no lot offers. */
export async function findListedAlone(db: Db) {
  const { rows } = await sql<{ submission_id: string }>`select submission_id from inventory_items as item
    where state = 'listed' and not exists (select 1 from lot_items where ${waits}) limit 1`.execute(db)
  return rows[0]
}

/** A payout that was set off and a transfer of cash about it, but for those that were taken back or are older. */
export async function findCashOfSetOff(db: Db) {
  return db
    .selectFrom('ledger_transfers')
    .innerJoin('payout_attempts', 'payout_attempts.payout_id', 'ledger_transfers.payout_id')
    .select(['ledger_transfers.key', 'ledger_transfers.payout_id'])
    .where('provider', '=', 'set-off')
    .where(sql<boolean>`(debit like 'cash:%' or debit like 'clearing:%' or credit like 'cash:%' or credit like 'clearing:%')
      and debit not like '%:set-off' and credit not like '%:set-off' and not exists (select 1 from payout_attempts as former
        where former.payout_id = ledger_transfers.payout_id and former.state = 'refused'
          and ledger_transfers.key in ('send:' || former.key, 'reversal:' || former.key))`)
    .limit(1)
    .executeTakeFirst()
}

/** An adjusting entry and what its transfers moved in and out of the account of its kind. */
export type EntryTransfers = Pick<StatementEntryTable, 'id' | 'kind' | 'state' | 'amount_cents'> & {
  debits: number
  credits: number
}

const unknownEntry = { kind: 'correction', state: 'refused', amount_cents: 0, debits: 0, credits: 0 } as const

/** All adjusting entries with their transfers, and transfers of entries that do not exist as entries of amount 0. */
export async function listEntryTransfers(db: Db) {
  const entries = await db.selectFrom('statement_entries').select(['id', 'kind', 'state', 'amount_cents']).execute()
  const transfers = await db
    .selectFrom('ledger_transfers')
    .select(['key', 'debit', 'credit', 'amount_cents'])
    .where('key', '>=', 'adjustment:')
    .where('key', '<', 'adjustment;')
    .execute()
  const all = new Map<string, EntryTransfers>(entries.map((entry) => [entry.id, { ...entry, debits: 0, credits: 0 }]))
  for (const { key, debit, credit, amount_cents } of transfers) {
    const [id = ''] = /AE-\w+/.exec(key) ?? []
    const entry = all.get(id) ?? { ...unknownEntry, id }
    const account = accountOfEntry[entry.kind]
    entry.debits += debit === account || entry.amount_cents === 0 ? amount_cents : 0
    entry.credits += credit === account ? amount_cents : 0
    all.set(id, entry)
  }
  return [...all.values()]
}

/** Cents of the movements that are in no match, by account and day. */
export async function sumFreeByDay(db: Db) {
  const on = sql<string>`account_id || ' on ' || day`.as('on')
  const free = db.selectFrom('free_movements').select(({ fn }) => [on, fn.sum<number>('cents').as('cents')])
  return free.groupBy(['account_id', 'day']).execute()
}
