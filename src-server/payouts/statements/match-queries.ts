import { sql } from 'kysely'
import type { PaymentType } from '#shared/payment-type.ts'
import type { MatchDirection } from '#shared/statement.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/database.ts'
import { inBatches, inPages } from './in-batches.ts'

/** A payout as the books have it. `fee_cents` is null while its provider has not said it. */
export type BookedPayout = Awaited<ReturnType<typeof listBooked>>[number]

/** The states of payouts whose money has left, also if it came back. */
const leftStates = ['sent', 'paid', 'returned'] as const

/** What the provider took for the newest attempt of a payout; null while it has not said that. */
export const newestFee = sql<number | null>`(select newest.fee_cents from payout_attempts as newest
  where newest.payout_id = payouts.id order by newest.number desc limit 1)`

function booked(db: Db) {
  return db
    .selectFrom('payouts')
    .select([
      'payouts.id',
      'amount_cents',
      'returned_cents',
      'payouts.state',
      'payouts.provider',
      'payouts.method_type',
      'sent_at',
      'ended_at',
    ])
    .select(newestFee.as('fee_cents'))
}

/** These payouts, those that exist, by id. */
export async function listBooked(db: Db, ids: readonly string[]) {
  return inBatches(ids, (some) => booked(db).where('payouts.id', 'in', some).orderBy('payouts.id').execute())
}

/** Payouts that a line should name in this direction, and none does; by a set-off no money moves. */
export const lacksLine = (direction: MatchDirection) =>
  sql<boolean>`coalesce(payouts.provider, 'hand') <> 'set-off' and not exists (select 1 from statement_matches as taken
    where taken.payout_id = payouts.id and taken.direction = ${direction})`

/** Payouts whose line has their amount. */
export const isReconciled = sql<boolean>`exists (select 1 from statement_matches as taken
  where taken.payout_id = payouts.id and taken.direction = 'out' and taken.reconciled_at is not null)`

/** Sent payouts that are not reconciled; by a set-off no money moves. */
export const notReconciled = sql<boolean>`payouts.sent_at is not null
  and coalesce(payouts.provider, 'hand') <> 'set-off' and not ${isReconciled}`

/** Payouts by one of these methods without a line, which left ('out') or came back within these times. */
export async function listUnmatched(
  db: Db,
  {
    methods,
    direction,
    from,
    to,
  }: { methods: readonly PaymentType[]; direction: MatchDirection; from: string; to: string },
) {
  const at = direction === 'out' ? 'sent_at' : 'ended_at'
  const states = direction === 'out' ? leftStates : (['returned'] as const)
  const unmatched = booked(db)
    .where('method_type', 'in', methods)
    .where('payouts.state', 'in', states)
    .where(at, '>=', from)
    .where(at, '<', to)
    .where(lacksLine(direction))
  return inPages((after, limit) =>
    unmatched.where('payouts.id', '>', after).orderBy('payouts.id').limit(limit).execute(),
  )
}

export async function listUnmatchedPage(db: Db, { methods, since, search, ...input }: UnmatchedPage) {
  let payouts = db
    .selectFrom('payouts')
    .where('method_type', 'in', methods)
    .where('state', 'in', leftStates)
    .where('sent_at', '>=', since)
    .where(lacksLine('out'))
  if (search) payouts = payouts.where('id', 'in', search)
  const oldest = payouts.select('id').orderBy('sent_at').orderBy('id')
  return readPage(payouts, oldest, input)
}

type UnmatchedPage = {
  methods: readonly PaymentType[]
  since: string
  page: number
  limit: number
  search: readonly string[] | undefined
}

type NamedPayout = { payout_id: string; token: string }

/** The payouts that these words name: by their ids, references, keys, payment files, orders or ids of the provider. */
export async function listNamedPayouts(db: Db, words: readonly string[]) {
  return inBatches(words, async (some) => {
    const upper = some.map((word) => word.toUpperCase())
    const queries = [
      db
        .selectFrom('payouts')
        .select(['id as payout_id', sql<string>`lower(reference)`.as('token')])
        .where(sql<string>`lower(reference)`, 'in', some),
      db.selectFrom('payouts').select(['id as payout_id', 'id as token']).where('id', 'in', upper),
      db
        .selectFrom('payouts')
        .select(['id as payout_id', 'idempotency_key as token'])
        .where('idempotency_key', 'in', upper),
      db.selectFrom('payout_attempts').select(['payout_id', 'key as token']).where('key', 'in', upper),
      db
        .selectFrom('payout_attempts')
        .select(['payout_id', 'provider_batch as token'])
        .where('provider_batch', 'in', upper),
      db
        .selectFrom('payout_attempts')
        .select(['payout_id', 'provider_item as token'])
        .where('provider_item', 'in', upper),
      db.selectFrom('payout_lines').select(['payout_id', 'submission_id as token']).where('submission_id', 'in', upper),
      db.selectFrom('payout_file_rows').select(['payout_id', 'file_id as token']).where('file_id', 'in', upper),
    ]
    const found: NamedPayout[] = []
    for (const query of queries)
      for (const { payout_id, token } of await query.execute())
        found.push({ payout_id, token: (token ?? '').toLowerCase() })
    return found
  })
}

export type MatchedPayout = Awaited<ReturnType<typeof listMatchedPayouts>>[number]

export async function listMatchedPayouts(db: Db, lineIds: readonly string[]) {
  const matched = booked(db)
    .innerJoin('statement_matches', 'statement_matches.payout_id', 'payouts.id')
    .innerJoin('users', 'users.id', 'payouts.user_id')
    .select(['line_id', 'direction', 'users.name as customer_name'])
    .orderBy('sent_at')
    .orderBy('payouts.id')
  return inBatches(lineIds, (some) => matched.where('line_id', 'in', some).execute())
}

export async function listMatches(db: Db, by: 'payout_id' | 'line_id', ids: readonly string[]) {
  const matches = db.selectFrom('statement_matches').selectAll().orderBy('payout_id')
  return inBatches(ids, (some) => matches.where(by, 'in', some).execute())
}
