import { type Actor, audit } from '../audit/audit-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { PayoutTable } from '../db/money-tables.ts'
import { postTransfers } from '../ledger/post-transfers.ts'
import { endAttempt, findOrderOf, insertAttempt, listAttempts } from './payout-queries.ts'
import { changeState } from './payout-state.ts'
import { attemptTransfer } from './payout-transfers.ts'

/** Begins to pay a ready payout by hand: `by` has the claim until `until` (ISO 8601). Returns the new row. */
export async function startSending(
  ctx: AppContext,
  tx: Tx,
  payout: PayoutTable,
  { by, until }: { by: string; until: string | null },
): Promise<PayoutTable> {
  const claim = { provider: 'hand', claimed_by: by, claimed_until: until, sent_by: by } as const
  const sending = await changeState(ctx, tx, payout, 'sending', claim)
  const number = (await listAttempts(tx, payout.id)).length + 1
  const key = `${payout.pay_key}-a${number}`
  const called_at = timestamp(ctx.clock)
  const attempt = { key, payout_id: payout.id, number, provider: 'hand', state: 'calling' } as const
  await insertAttempt(tx, { ...attempt, called_at, answered_at: null })
  const submissionId = await findOrderOf(tx, payout.id)
  const cause = { attemptKey: key, provider: 'hand', submissionId, by } as const
  await postTransfers(ctx, tx, [attemptTransfer('send', payout, cause)])
  return sending
}

/** Ends the open attempt: 'settle' when the money has arrived, 'bounce' when it did not leave. */
export async function endSending(
  ctx: AppContext,
  tx: Tx,
  payout: PayoutTable,
  outcome: 'settle' | 'bounce',
  by: string,
): Promise<void> {
  const attempt = (await listAttempts(tx, payout.id)).at(-1)
  if (!attempt) throw new Error(`Payout ${payout.id} is being sent without an attempt.`)
  const answered_at = timestamp(ctx.clock)
  await endAttempt(tx, attempt.key, { state: outcome === 'settle' ? 'settled' : 'refused', answered_at })
  const submissionId = await findOrderOf(tx, payout.id)
  const cause = { attemptKey: attempt.key, provider: attempt.provider, submissionId, by }
  await postTransfers(ctx, tx, [attemptTransfer(outcome, payout, cause)])
}

/** Records that a payout which is being sent was paid. */
export async function settle(
  ctx: AppContext,
  tx: Tx,
  staff: Actor,
  payout: PayoutTable,
  reference: string | null,
): Promise<PayoutTable> {
  const at = timestamp(ctx.clock)
  const end = { reference, sent_by: staff.id, sent_at: at, settled_at: at, ended_at: at }
  const claim = { claimed_by: null, claimed_until: null, unpaid_says: null }
  const paid = await changeState(ctx, tx, payout, 'paid', { ...end, ...claim })
  await endSending(ctx, tx, payout, 'settle', staff.id)
  return paid
}

/** Records in one step that a ready payout was paid by hand. */
export async function payByHand(
  ctx: AppContext,
  tx: Tx,
  staff: Actor,
  payout: PayoutTable,
  reference: string | null,
): Promise<void> {
  const sending = await startSending(ctx, tx, payout, { by: staff.id, until: null })
  await settle(ctx, tx, staff, sending, reference)
  await audit(ctx, tx, staff, 'payout.sent', payout.id, 'by hand, with the decision')
}
