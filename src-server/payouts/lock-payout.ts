import { payoutMessages } from '#shared/payout.ts'
import { auditOwnOrder, type MarkedAudit } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext, ServerContext } from '../context.ts'
import { inServerTransaction, inTransaction, type Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { AppError, conflict, notFound } from '../platform/errors.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { findOrderOf, findPayout } from './payout-queries.ts'

type Locked = { payout: PayoutTable; order: SubmissionTable }
/** `audit` is about the payout. */
export type HandledPayout = Locked & { audit: MarkedAudit }
/** Without `version` of any version. */
export type PayoutVersion = { id: string; version?: number }

/** Locks the customer, the order and the payout that a call is about, in this order. @throws AppError 'not_found' */
export async function lockPayout(tx: Tx, { id, version }: PayoutVersion): Promise<Locked> {
  const orderId = await findOrderOf(tx, id)
  const order = orderId && (await lockSubmission(tx, orderId))
  const payout = await findPayout(tx, id)
  if (!order || !payout) throw notFound()
  if (version !== undefined && payout.version !== version) throw conflict(payoutMessages.changed)
  return { payout, order }
}

/** Does the same for a change by staff, unless the order is their own. */
export async function lockPayoutFor(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  input: PayoutVersion,
): Promise<HandledPayout> {
  const locked = await lockPayout(tx, input)
  const handled = { permission: 'pay', customerId: locked.order.user_id } as const
  return { ...locked, audit: await auditOwnOrder(app, tx, staff, handled, input.id) }
}

/** What an act on a payout asks for: all of its amount. */
export const askedOf = ({ payout: { id, amount_cents: cents, approved_by: approvedBy, user_id: seller } }: Locked) =>
  ({ kind: 'payout', id, cents, approvedBy, seller }) as const

/** Does `work` with a payout that staff change, in one transaction. */
export function inPayoutChange<Result>(
  ctx: CallContext,
  staff: Actor,
  input: PayoutVersion,
  work: (tx: Tx, handled: HandledPayout, app: AppContext) => Promise<Result>,
): Promise<Result> {
  return inTransaction(ctx, async (tx, app) => work(tx, await lockPayoutFor(app, tx, staff, input), app))
}

/** Does `work` with a payout that was listed before. Does nothing when it was cleared since. */
export async function withListedPayout(
  { db }: Pick<ServerContext, 'db'>,
  id: string,
  work: (tx: Tx, locked: Locked) => Promise<unknown>,
): Promise<void> {
  try {
    await inServerTransaction(db, async (tx) => work(tx, await lockPayout(tx, { id })))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}
