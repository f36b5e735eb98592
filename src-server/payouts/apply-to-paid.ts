import { type PaidMoney, payoutMessages } from '#shared/payout.ts'
import { problemMessages } from '#shared/problem.ts'
import { hasPermission } from '#shared/staff-role.ts'
import { getPerson } from '../accounts/account-queries.ts'
import { requireScope } from '../accounts/api-tokens/require-scope.ts'
import { auditOwnOrder } from '../accounts/own-orders.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { AppError } from '../platform/errors.ts'
import { postTransfers } from './ledger/post-transfers.ts'
import type { HandledPayout } from './lock-payout.ts'
import { changeState } from './payout-state.ts'
import { debtTransfer } from './payout-transfers.ts'
import { findStandingProblem } from './problem-queries.ts'
import { bookReturn } from './record-return.ts'
import { endAttempt, getNewestAttempt } from './send-payout.ts'

type Paid = { order: SubmissionTable; payout: PayoutTable; money: PaidMoney | undefined }

/** Books what became of the money of a completed order whose status changes. Without a choice that conflicts. */
export async function applyToPaid(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { order, payout, money }: Paid,
): Promise<{ conflict: string } | undefined> {
  if (money === undefined) return { conflict: payoutMessages.saysNothingOfMoney }
  if (money === 'sent') return undefined
  await assertMayPay(tx, staff)
  const handled = { permission: 'pay', customerId: order.user_id } as const
  const audit = await auditOwnOrder(app, tx, staff, handled, payout.id)
  if (money === 'returned') await bookReturn(app, tx, staff, { payout, order, audit }, { code: 'provider' })
  else await bookNeverSent(app, tx, staff, { payout, order, audit })
  return undefined
}

async function assertMayPay(tx: Tx, staff: Actor) {
  const { role } = await getPerson(tx, staff.id)
  if (role === 'customer' || !hasPermission(role, 'pay')) throw new AppError('forbidden', payoutMessages.onlyPayReturns)
  requireScope(staff, 'payouts:write')
}

/** Reverses a payment that was marked as sent by mistake: its payout is canceled, and nothing is owed for it. */
async function bookNeverSent(app: AppContext, tx: Tx, staff: Actor, { payout, order, audit }: HandledPayout) {
  if (await findStandingProblem(tx, order.id)) throw new AppError('conflict', problemMessages.noReturn)
  if (payout.provider !== 'hand') throw new AppError('conflict', payoutMessages.notByHand)
  await changeState(app, tx, payout, 'canceled', { ended_at: timestamp(app.clock), failure_message: null })
  const kind = payout.state === 'paid' ? 'return' : 'reversal'
  const attempt = await getNewestAttempt(tx, payout.id)
  await endAttempt(app, tx, payout, attempt, { kind, changes: { state: 'refused' }, by: staff.id })
  const cause = { submissionId: order.id, by: staff.id }
  await postTransfers(app, tx, [await debtTransfer(tx, 'approval-reversal', payout, cause)])
  await audit('payout.canceled', 'never sent')
}
