import { type HoldKind, UNCLAIMED } from '#shared/payout.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { compiledQuery } from '../platform/db/compiled-query.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'

export type PayoutFacts = Pick<
  PayoutTable,
  'id' | 'state' | 'amount_cents' | 'method_type' | 'provider' | 'reference' | 'sent_at' | 'debt_ended_at' | 'refund_of'
> & {
  holds: HoldKind[]
  /** The end of the hold for a changed account, ISO 8601. */
  waits_until: string | null
  /** The provider waits for the customer to claim it. */
  isUnclaimed: boolean
}

/** Whether a failed or returned payout still owes its amount: nothing has replaced it or closed the debt. */
export function hasOpenDebt({ state, debt_ended_at }: Pick<PayoutTable, 'state' | 'debt_ended_at'>) {
  return (state === 'failed' || state === 'returned') && debt_ended_at === null
}

const payoutsOf = compiledQuery((db, submissionIds: readonly string[]) =>
  db
    .selectFrom('payout_lines')
    .innerJoin('payouts', 'payouts.id', 'payout_lines.payout_id')
    .select([
      'submission_id',
      'payouts.id',
      'state',
      'payouts.amount_cents',
      'method_type',
      'provider',
      'reference',
      'sent_at',
    ])
    .select(['debt_ended_at', 'approved_at', 'idempotency_key', 'refund_of'])
    .where('submission_id', 'in', submissionIds)
    .where('state', '!=', 'canceled'),
)

/** The newest payout of each order, or its refund that is owed or newest: not canceled, with open holds at `now`. */
export async function listNewestPayouts(
  db: Db,
  submissionIds: readonly string[],
  now: string,
  { isRefund } = { isRefund: false },
) {
  if (submissionIds.length === 0) return new Map<string, PayoutFacts>()
  const rows = (await payoutsOf(db, submissionIds)).filter(({ refund_of }) => (refund_of !== null) === isRefund)
  // An order has few payouts: sorting here spares the database a sort of the whole result.
  const orderOf = ({ approved_at, idempotency_key, ...payout }: (typeof rows)[number]) =>
    `${isRefund && hasOpenDebt(payout)} ${approved_at} ${idempotency_key}`
  rows.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  const newest = new Map<string, PayoutFacts>(
    rows.map(({ submission_id, ...payout }) => [
      submission_id,
      { ...payout, holds: [], waits_until: null, isUnclaimed: false },
    ]),
  )
  await addHolds(db, newest, now)
  await addUnclaimed(db, newest)
  return newest
}

function inState(payouts: ReadonlyMap<string, PayoutFacts>, state: PayoutFacts['state']) {
  return new Map([...payouts.values()].filter((each) => each.state === state).map((each) => [each.id, each]))
}

const unclaimedAmong = compiledQuery((db, payoutIds: readonly string[]) =>
  db
    .selectFrom('payout_attempts')
    .select('payout_id')
    .where('payout_id', 'in', payoutIds)
    .where('state', '=', 'accepted')
    .where('error_code', '=', UNCLAIMED),
)

async function addUnclaimed(db: Db, payouts: ReadonlyMap<string, PayoutFacts>) {
  const sent = inState(payouts, 'sent')
  if (sent.size === 0) return
  for (const { payout_id } of await unclaimedAmong(db, [...sent.keys()])) {
    const payout = sent.get(payout_id)
    if (payout) payout.isUnclaimed = true
  }
}

const openHoldsOf = compiledQuery((db, payoutIds: readonly string[], now: string) =>
  db
    .selectFrom('payout_holds')
    .select(['payout_id', 'kind', 'ends_at'])
    .where('payout_id', 'in', payoutIds)
    .where('lifted_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .orderBy('made_at'),
)

async function addHolds(db: Db, payouts: ReadonlyMap<string, PayoutFacts>, now: string) {
  const held = inState(payouts, 'held')
  if (held.size === 0) return
  for (const { payout_id, kind, ends_at } of await openHoldsOf(db, [...held.keys()], now)) {
    const payout = held.get(payout_id)
    payout?.holds.push(kind)
    if (payout && kind === 'account-changed') payout.waits_until = ends_at
  }
}

/** Whether this status contradicts the sent payout. No status contradicts the decision about a bad card. */
export async function markContradiction(tx: Tx, submissionId: string, status: ReviewStatus) {
  const is_contradicted = status === 'pending' || status === 'rejected' || status === 'failed' ? 1 : 0
  await tx
    .updateTable('payout_lines')
    .set({ is_contradicted })
    .where('submission_id', '=', submissionId)
    .where('is_live', '=', 1)
    .where('is_contradicted', '!=', is_contradicted)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_problems')
            .select('order_problems.id')
            .whereRef('order_problems.submission_id', '=', 'payout_lines.submission_id')
            .where('order_problems.state', 'not in', ['open', 'dismissed']),
        ),
      ),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('payouts')
          .select('id')
          .whereRef('payouts.id', '=', 'payout_lines.payout_id')
          .where('state', 'in', ['sent', 'paid']),
      ),
    )
    .execute()
}
