import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { inBatches } from './in-batches.ts'

/** What a word of a line names: a payout, or a transfer of the ledger by its key. */
type Named = { token: string; payout?: string; key?: string }

const lower = (column: string) => sql<string>`lower(${sql.ref(column)})`

/**
 * What these words name: payouts by their ids, references, keys, payment files or ids of the provider, and sales and
 * repayments by their references and lots. An order is named by its id itself.
 */
export async function listNamed(db: Db, words: readonly string[]): Promise<Named[]> {
  return inBatches(words, async (some) => {
    const upper = some.map((word) => word.toUpperCase())
    const payouts = [
      db
        .selectFrom('payouts')
        .select(['id', lower('reference').as('token')])
        .where(lower('reference'), 'in', some),
      db
        .selectFrom('payouts')
        .select(['id', 'returned_reference as token'])
        .where(sql<boolean>`returned_reference is not null`)
        .where(lower('returned_reference'), 'in', some),
      db.selectFrom('payouts').select(['id', 'id as token']).where('id', 'in', upper),
      db.selectFrom('payouts').select(['id', 'idempotency_key as token']).where('idempotency_key', 'in', upper),
      ...(['key', 'provider_batch', 'provider_item'] as const).map((column) =>
        db
          .selectFrom('payout_attempts')
          .select(['payout_id as id', `${column} as token`])
          .where(column, 'in', upper),
      ),
      db.selectFrom('payout_file_rows').select(['payout_id as id', 'file_id as token']).where('file_id', 'in', upper),
    ]
    const sold = db.selectFrom('dispositions').leftJoin('lots', 'lots.id', 'dispositions.lot_id')
    const others = [
      sold
        .select(['dispositions.id', lower('dispositions.reference').as('token')])
        .where(lower('dispositions.reference'), 'in', some),
      sold.select(['dispositions.id', 'lot_id as token']).where('lot_id', 'in', upper),
      sold.select(['dispositions.id', lower('lots.reference').as('token')]).where(lower('lots.reference'), 'in', some),
      db
        .selectFrom('clawback_entries')
        .select(['id', lower('reference').as('token')])
        .where(lower('reference'), 'in', some),
    ]
    const found: Named[] = []
    for (const query of payouts)
      for (const { id, token } of await query.execute()) found.push({ payout: id, token: (token ?? '').toLowerCase() })
    for (const query of others)
      for (const { id, token } of await query.execute())
        for (const kind of keyKinds) found.push({ key: `${kind}:${id}`, token: (token ?? '').toLowerCase() })
    return found
  })
}

const keyKinds = [
  ...['sale', 'margin', 'resale-fee', 'buyer-payment', 'chargeback', 'recovery', 'redemption', 'repayment', 'waiver'],
]

/** The file or lot of these attempts and dispositions, by their ids. */
export async function listBatchesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await inBatches(ids, async (some) => [
    ...(await db
      .selectFrom('payout_file_rows')
      .select(['attempt_key as id', 'file_id as batch'])
      .where('attempt_key', 'in', some)
      .execute()),
    ...(await db
      .selectFrom('dispositions')
      .select(['id', 'lot_id as batch'])
      .where('id', 'in', some)
      .where('lot_id', 'is not', null)
      .execute()),
  ])
  return new Map(rows.map(({ id, batch }) => [id, batch ?? '']))
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
