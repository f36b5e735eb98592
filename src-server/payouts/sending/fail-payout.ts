import type { ReturnCode } from '#shared/payout.ts'
import { problemMessages } from '#shared/problem.ts'
import { unpaidReason } from '#shared/return-reasons.ts'
import { audit, operator } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PayoutAttemptTable, PayoutTable } from '../../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { changeStatus } from '../../submissions/change-status.ts'
import { changeState } from '../change-payout.ts'
import { type Returned, setOffReturn } from '../clawback-entry.ts'
import { holdForReview } from '../payout-holds.ts'
import { endAttempt } from '../send-payout.ts'

type Failure = {
  error: string | undefined
  /** It objects to this payment, so staff decide what follows. */
  isBlocked?: true | undefined
  changes: Partial<PayoutAttemptTable> & Pick<PayoutAttemptTable, 'state'>
}
export type Sent = { payout: PayoutTable; order: SubmissionTable; attempt: PayoutAttemptTable }

/** Who sent the payout: each change of an order names a person, also when a provider caused it. */
export function senderOf({ sent_by, released_by, approved_by }: PayoutTable) {
  return sent_by ?? released_by ?? approved_by
}

/**
 * Records that a provider did not pay, or that the money came back: it is owed again, and the order has failed, but not
 * of a refund. Money of a card that was clawed back is set against what its seller owes.
 */
export async function failPayout(
  app: AppContext,
  tx: Tx,
  { payout, order, attempt }: Sent,
  { error, isBlocked, changes }: Failure,
) {
  const code = isBlocked ? 'blocked' : codeOf(error)
  const state =
    payout.state === 'paid' || (payout.state === 'sent' && changes.state === 'returned') ? 'returned' : 'failed'
  const end = { ended_at: timestamp(app.clock), failure_code: code, failure_message: error ?? null }
  const failed = await changeState(app, tx, payout, state, end)
  await endAttempt(app, tx, payout, attempt, { kind: 'back', changes, by: null })
  await audit(app, tx, operator, 'payout.returned', payout.id, error ?? code)
  if (isBlocked) await holdForReview(app, tx, operator, failed, `PayPal says ${error ?? 'nothing'} about ${failed.id}.`)
  await failOrder(app, tx, { payout: failed, order, by: senderOf(payout) }, code)
}

/** The order of a payout that failed or came back has failed; what came back is set against an open claw back of it. */
export async function failOrder(app: AppContext, tx: Tx, returned: Returned, code: ReturnCode) {
  const { payout, order, by } = returned
  if (payout.refund_of !== null) return
  const state = payout.state === 'returned' ? 'returned' : 'failed'
  const change = { status: 'failed', changedBy: by } as const
  if (state === 'returned' && (await setOffReturn(app, tx, returned))) {
    if (order.status !== 'completed') return
    await changeStatus(app, tx, order, { ...change, reason: problemMessages.cameBack, isUnmailed: true })
  } else await changeStatus(app, tx, order, { ...change, reason: unpaidReason(state, code), isPayoutBack: true })
}

function codeOf(error = ''): ReturnCode {
  if (/VALIDATION|INVALID|UNREGISTERED|UNCONFIRMED/.test(error)) return 'details'
  return /LIMIT/.test(error) ? 'limit' : 'provider'
}
