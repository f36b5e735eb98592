import { problemMessages } from '#shared/problem.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { today } from '../platform/days.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { payoutFingerprint } from '../platform/encryption/fingerprint.ts'
import { AppError, conflict } from '../platform/errors.ts'
import { newPrefixedId } from '../platform/ids.ts'
import { findStandingProblem } from '../submissions/appeal-queries.ts'
import { decryptPayout } from '../submissions/payout-view.ts'
import { settleWait } from '../submissions/waiting-time.ts'
import { recordBought } from './bought-item.ts'
import { encryptDestination } from './destination.ts'
import { postTransfers } from './ledger/post-transfers.ts'
import { placeOfPayout } from './money-place.ts'
import { type NewHold, newHolds } from './new-holds.ts'
import { findPayout, insertHolds, insertPayout, listLinesOf } from './payout-queries.ts'
import { changePayout, emitPayoutChanged } from './payout-state.ts'
import { attemptTransfers, newDebt } from './payout-transfers.ts'
import { mailThatPayoutWaits } from './waiting-mails.ts'

/**
 * Creates the payout of an approved order with its holds. It is held at least until `readyAt` (ISO 8601), while the
 * approval can be undone. `orderVersion` is the version that the approval makes; null without one.
 */
export async function createPayout(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { approvedBy, orderVersion, readyAt }: { approvedBy: string; orderVersion: number | null; readyAt: string | null },
): Promise<PayoutTable> {
  await assertNoProblem(tx, order.id)
  const now = timestamp(app.clock)
  const details = decryptPayout(app.keyring, order)
  const { id: orderId, user_id: userId, payout_cents: amountCents } = order
  const holds = await newHolds(app, tx, { orderId, userId, amountCents, details }, approvedBy)
  const isReady = holds.length === 0 && readyAt === null
  const state = { state: isReady ? 'ready' : 'held', ready_at: readyAt ?? now, approved_by: approvedBy } as const
  const { payout } = await insert(app, tx, order, { row: state, holds, orderVersion, by: approvedBy })
  return payout
}

/** Creates the payout of an order that was completed without one: it was paid by hand. */
export async function createPaidPayout(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { by, reference }: { by: string; reference: string | null },
): Promise<PayoutTable> {
  await assertNoProblem(tx, order.id)
  const now = timestamp(app.clock)
  const people = { approved_by: by, released_by: by, released_at: now, sent_by: by, sent_at: now }
  const row = { state: 'paid', provider: 'hand', reference, settled_at: now, ended_at: now, ...people } as const
  const { payout, debt } = await insert(app, tx, order, { row, by }, false)
  const money_account = await placeOfPayout(tx, payout.method_type, { provider: 'hand' })
  const begun = { key: `${payout.idempotency_key}-a1`, number: 1, provider: 'hand', money_account } as const
  const attempt = { ...begun, payout_id: payout.id, called_at: now, answered_at: now }
  await table('payout_attempts').insert(tx, { ...attempt, state: 'settled', poll_count: 0 })
  const cause = { attempt, submissionId: order.id, by }
  await postTransfers(app, tx, [
    ...debt,
    ...attemptTransfers('send', payout, cause),
    ...attemptTransfers('settle', payout, cause),
  ])
  await recordBought(app, tx, payout, order)
  return payout
}

async function assertNoProblem(tx: Tx, submissionId: string) {
  if (await findStandingProblem(tx, submissionId)) throw conflict(problemMessages.noNewPayout)
}

/** Creates a payout again that restored data does not have. It is ready. */
export async function recreatePayout(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { id, idempotencyKey, by }: { id: string; idempotencyKey: string; by: string },
): Promise<PayoutTable> {
  const row = {
    idempotency_key: idempotencyKey,
    state: 'ready',
    ready_at: timestamp(app.clock),
    approved_by: by,
  } as const
  return (await insert(app, tx, order, { id, row, by })).payout
}

type NewPayout = {
  id?: string
  row: Pick<PayoutTable, 'state' | 'approved_by'> & Partial<PayoutTable>
  holds?: readonly NewHold[]
  orderVersion?: number | null
  by: string
}

/** Inserts a payout with its line and holds. Returns the transfer of its debt too, which it posts by default. */
async function insert(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { id = newPrefixedId('PO'), row, holds = [], orderVersion = null, by }: NewPayout,
  isPosted = true,
) {
  const { keyring, clock } = app
  // For orders from before payouts, and a card of no value.
  if (order.payment_type === null || order.payout_cents <= 0)
    throw new AppError('unprocessable', 'This order has no payout.')
  const lines = await listLinesOf(tx, order.id)
  const details = decryptPayout(keyring, order)
  const former = lines.at(-1)
  const replaced = await endFormerDebt(app, tx, former?.payout_id)
  const payout = await insertPayout(tx, {
    id,
    // A number that no payout of the order had: after a restore, former ones may be missing.
    idempotency_key: `${order.id}-${Number(former?.idempotency_key.split('-').at(-1) ?? 0) + 1}`,
    user_id: order.user_id,
    amount_cents: order.payout_cents,
    currency: 'USD',
    method_type: order.payment_type,
    details_encrypted: details ? encryptDestination(keyring, id, details) : null,
    payout_fingerprint: details ? payoutFingerprint(keyring, details) : null,
    payee_name: order.account_name || null,
    approved_at: timestamp(clock),
    approved_on: today(app),
    version: 1,
    ...row,
  })
  const line = {
    payout_id: id,
    submission_id: order.id,
    amount_cents: payout.amount_cents,
    is_live: 1,
    is_contradicted: 0,
  }
  await table('payout_lines').insert(tx, { ...line, order_version: orderVersion })
  await settleWait(app, tx, order.id)
  const ofPayout = holds.map((hold) => ({ ...hold, payout_id: id }))
  await insertHolds(tx, ofPayout)
  await mailThatPayoutWaits(app, tx, payout, holds)
  const debt = await newDebt(tx, payout, replaced, { submissionId: order.id, by })
  if (isPosted) await postTransfers(app, tx, debt)
  await emitPayoutChanged(app, tx, payout, order.id)
  return { payout, debt }
}

/** Returns the former payout if it failed or came back and is still owed; the new one takes that over. */
async function endFormerDebt(app: AppContext, tx: Tx, formerId: string | undefined) {
  const former = formerId === undefined ? undefined : await findPayout(tx, formerId)
  if (!former || !hasOpenDebt(former)) return undefined
  return changePayout(app, tx, former, { debt_ended_at: timestamp(app.clock) })
}

/** Whether a failed or returned payout still owes its amount: nothing has replaced it or closed the debt. */
export function hasOpenDebt({ state, debt_ended_at }: Pick<PayoutTable, 'state' | 'debt_ended_at'>): boolean {
  return (state === 'failed' || state === 'returned') && debt_ended_at === null
}
