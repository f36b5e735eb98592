import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { inBatches } from './in-batches.ts'

/** What a word of a line names: a payout, or a transfer of the ledger by its key. */
type Named = { token: string; payout?: string; key?: string }

type Word = { id: string; word: string }
type Source = readonly [of: 'payout' | 'other', RawBuilder<unknown>, id: string, column: string, isText?: true]

/** Where words are: of which ids the rows are, the table, the id, the column, and whether it is a text of people. */
const sources: readonly Source[] = [
  ['payout', sql`payouts`, 'id', 'reference', true],
  ['payout', sql`payouts`, 'id', 'returned_reference', true],
  ['payout', sql`payouts`, 'id', 'id'],
  ['payout', sql`payouts`, 'id', 'idempotency_key'],
  ['payout', sql`payout_attempts`, 'payout_id', 'key'],
  ['payout', sql`payout_attempts`, 'payout_id', 'provider_batch'],
  ['payout', sql`payout_attempts`, 'payout_id', 'provider_item'],
  ['payout', sql`payout_file_rows`, 'payout_id', 'file_id'],
  ['other', sql`dispositions`, 'id', 'reference', true],
  ['other', sql`dispositions`, 'id', 'lot_id'],
  ['other', sql`dispositions join lots on lots.id = lot_id`, 'dispositions.id', 'lots.reference', true],
  ['other', sql`clawback_entries`, 'id', 'reference', true],
]

/**
 * What these words name: payouts by their ids, references, keys, payment files or ids of the provider, and sales and
 * repayments by their references and lots. An order is named by its id itself.
 */
export async function listNamed(db: Db, words: readonly string[]): Promise<Named[]> {
  return inBatches(words, async (some) => {
    const found: Named[] = []
    for (const [kind, from, id, name, isText] of sources) {
      const column = sql.ref(name)
      const isNamed = isText
        ? sql`lower(${column}) in (${sql.join(some)}) and ${column} is not null`
        : sql`${column} in (${sql.join(some.map((word) => word.toUpperCase()))})`
      const query = sql<Word>`select ${sql.ref(id)} as id, ${column} as word from ${from} where ${isNamed}`
      for (const { id, word } of (await query.execute(db)).rows) {
        const token = word.toLowerCase()
        if (kind === 'payout') found.push({ token, payout: id })
        else found.push(...keyKinds.map((each) => ({ token, key: `${each}:${id}` })))
      }
    }
    return found
  })
}

const keyKinds = [
  ...['sale', 'margin', 'resale-fee', 'buyer-payment', 'chargeback', 'recovery', 'redemption', 'repayment', 'waiver'],
]

/** The file or lot of these attempts and dispositions, by their ids. */
export async function listBatchesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await inBatches(ids, async (some) => {
    const batches = sql<{ id: string; batch: string }>`
      select attempt_key as id, file_id as batch from payout_file_rows where attempt_key in (${sql.join(some)})
      union all select id, lot_id from dispositions where id in (${sql.join(some)}) and lot_id is not null`
    return (await batches.execute(db)).rows
  })
  return new Map(rows.map(({ id, batch }) => [id, batch]))
}

/** What the provider took for the newest attempt of a payout; null while it has not said that. */
export const newestFee = sql<number | null>`(select newest.fee_cents from payout_attempts as newest
  where newest.payout_id = payouts.id order by newest.number desc limit 1)`

/** Since when the payment of a payout and the lines of its match have equal sums; null while they do not. */
export const reconciledAt = sql<string | null>`(select max(made.reconciled_at) from ledger_transfers as sent
  join matched_movements as matched on matched.transfer_key = sent.key
  join statement_groups as made on made.id = matched.group_id
  where sent.payout_id = payouts.id and sent.kind in ('send', 'correction'))`

/** Payouts whose payment is in a match with equal sums. */
export const isReconciled = sql<boolean>`${reconciledAt} is not null`

/** Sent payouts that are not reconciled; by a set-off no money moves. */
export const notReconciled = sql<boolean>`payouts.sent_at is not null
  and coalesce(payouts.provider, 'hand') <> 'set-off' and ${reconciledAt} is null`
