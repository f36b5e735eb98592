import { type PayoutState, payoutMessages } from '#shared/payout.ts'
import { auditOwnOrder, type MarkedAudit } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext, ServerContext } from '../context.ts'
import { inServerTransaction, inTransaction, type Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { AppError, conflict, notFound } from '../platform/errors.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { settleWait } from '../submissions/waiting-time.ts'
import { recordBought, withdrawItem } from './bought-item.ts'
import { findOrderOf, findPaidOrder, findPayout, updatePayout } from './payout-queries.ts'

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
  return { ...locked, audit: await auditOwnOrder(app, tx, staff, 'pay', locked.order, input.id) }
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
) {
  try {
    await inServerTransaction(db, async (tx) => work(tx, await lockPayout(tx, { id })))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}

/** From which states a payout gets into each state. */
const before: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  held: ['ready'],
  ready: ['held', 'sending'],
  sending: ['ready'],
  sent: ['sending'],
  paid: ['sending', 'sent'],
  failed: ['sending', 'sent'],
  returned: ['sent', 'paid'],
  canceled: ['held', 'ready', 'sent', 'paid'],
}

/** With these the order has no payout any more, and may get another one. */
export const endsLine: ReadonlySet<PayoutState> = new Set(['failed', 'returned', 'canceled'])

type Changes = Partial<Omit<PayoutTable, 'id' | 'state' | 'version'>>

/** Moves a payout to another state, the only way its state changes. Conflicts when a concurrent change was first. */
export async function changeState(
  app: AppContext,
  tx: Tx,
  payout: PayoutTable,
  state: PayoutState,
  changes: Changes = {},
): Promise<PayoutTable> {
  if (!before[state].includes(payout.state)) throw conflict(payoutMessages.wrongState)
  return write(app, tx, payout, { ...changes, state })
}

/** Changes a payout that stays in its state. */
export async function changePayout(app: AppContext, tx: Tx, payout: PayoutTable, changes: Changes) {
  return write(app, tx, payout, changes)
}

async function write(app: AppContext, tx: Tx, payout: PayoutTable, changes: Partial<PayoutTable>) {
  if (!(await updatePayout(tx, payout, changes))) throw conflict(payoutMessages.changed)
  const changed = { ...payout, ...changes, version: payout.version + 1 }
  const order = await findPaidOrder(tx, payout.id)
  const { state } = changes
  const pays = payout.refund_of === null && (state === 'sent' || state === 'paid')
  if (order && pays) await recordBought(app, tx, changed, order)
  if (state && endsLine.has(state)) {
    await table('payout_lines').update(tx, { payout_id: payout.id }, { is_live: 0, is_contradicted: 0 })
    if (order) {
      await settleWait(app, tx, order.id)
      await withdrawItem(app, tx, changed, order.id)
    }
  }
  await emitPayoutChanged(app, tx, payout, order?.id)
  return changed
}

/** Notifies the pages of the customer and of staff that a payout is new or has changed. */
export async function emitPayoutChanged(
  app: AppContext,
  tx: Tx,
  { id, user_id }: Pick<PayoutTable, 'id' | 'user_id'>,
  orderId: string | undefined,
) {
  const submissionIds = orderId === undefined ? [] : [orderId]
  await app.events.emit(tx, { name: 'payout.changed', payoutId: id, customerId: user_id, submissionIds })
}
