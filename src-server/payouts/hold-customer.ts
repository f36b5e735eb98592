import { sql } from 'kysely'
import type { HoldKind } from '#shared/payout.ts'
import { type AuditActor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutHoldTable, PayoutTable } from '../platform/db/payout-tables.ts'
import { table } from '../platform/db/table.ts'
import { newId } from '../platform/ids.ts'
import { listUnsettled } from './payout-end-queries.ts'
import { changePayout, changeState } from './payout-state.ts'
import { takeBackUnrequested } from './send-payout.ts'

type NewHold = { kind: HoldKind; note: string }

/** Adds a hold that a person has to lift, and an audit entry. A ready payout is held from now on. */
export async function addHold(
  app: AppContext,
  tx: Tx,
  by: AuditActor,
  payout: PayoutTable,
  { kind, note }: NewHold,
): Promise<void> {
  await putHold(app, tx, payout, { kind, note, made_by: by.id })
  await audit(app, tx, by, 'payout.held', payout.id, kind)
}

/** Does the same without an audit entry. */
export async function putHold(
  app: AppContext,
  tx: Tx,
  payout: PayoutTable,
  hold: Pick<PayoutHoldTable, 'kind' | 'note' | 'made_by'>,
): Promise<void> {
  await table('payout_holds').insert(tx, { id: newId(), payout_id: payout.id, ...hold, made_at: timestamp(app.clock) })
  await (payout.state === 'ready' ? changeState(app, tx, payout, 'held') : changePayout(app, tx, payout, {}))
}

/** Adds a hold to each payout of a customer that has not left. The transaction has locked the customer. */
export async function holdUnsent(
  app: AppContext,
  tx: Tx,
  by: AuditActor,
  userId: string,
  hold: NewHold,
): Promise<void> {
  for (const payout of await listUnsettled(tx, userId)) {
    const unsent = payout.state === 'sending' ? await takeBackUnrequested(app, tx, payout, by.id) : payout
    if (unsent?.state === 'held' || unsent?.state === 'ready') await addHold(app, tx, by, unsent, hold)
  }
}

/** Holds a failed payout whose provider objects to it, and what else has not left for this customer. */
export async function holdForReview(
  app: AppContext,
  tx: Tx,
  by: AuditActor,
  failed: PayoutTable,
  note: string,
): Promise<void> {
  await addHold(app, tx, by, failed, { kind: 'review', note })
  await holdUnsent(app, tx, by, failed.user_id, { kind: 'review', note })
}

/** Whether a payout of this customer has an unlifted hold for review, also if the payout has ended. */
export async function hasOpenReview(tx: Tx, userId: string) {
  const hold = await tx
    .selectFrom('payout_holds')
    .innerJoin('payouts', 'payouts.id', 'payout_holds.payout_id')
    // SQLite uses the index of these holds only for literals.
    .where('kind', '=', sql.lit('review'))
    .where('lifted_at', 'is', null)
    .where('user_id', '=', userId)
    .select('payout_holds.id')
    .limit(1)
    .executeTakeFirst()
  return hold !== undefined
}

/** Lifts the holds for review of a customer's payouts that have ended and owe nothing: no one can lift them alone. */
export async function liftReviewsOfEnded(tx: Tx, userId: string, { by, at }: { by: string; at: string }) {
  await tx
    .updateTable('payout_holds')
    .set({ lifted_by: by, lifted_at: at })
    .where('kind', '=', sql.lit('review'))
    .where('lifted_at', 'is', null)
    .where('payout_id', 'in', (where) =>
      where
        .selectFrom('payouts')
        .select('id')
        .where('user_id', '=', userId)
        .where((payout) => payout.or([payout('state', '=', 'canceled'), payout('debt_ended_at', 'is not', null)])),
    )
    .execute()
}
