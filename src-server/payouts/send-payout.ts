import { type PayoutProvider, payoutMessages } from '#shared/payout.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutAttemptTable, PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict } from '../platform/errors.ts'
import { findStandingProblem } from '../submissions/case-queries.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { changePayout, changeState } from './change-payout.ts'
import { placeOfPayout, placeOn } from './money-place.ts'
import { listAttempts, listLinesOf, sumCents, updateAttempt } from './payout-queries.ts'
import { attemptEntries, feeEntries, postEntries } from './payout-transfers.ts'

type Sending = {
  provider: PayoutProvider
  by: string | null
  until?: string | null
  /** The money account that pays; by default that of the method. */
  account?: string | undefined
}

/**
 * Begins to pay a ready payout, with a new attempt. By hand, `by` has the claim until `until` (ISO 8601); by a
 * provider, its worker sends the attempt next. @throws AppError 'conflict' when one person would pay too much alone
 */
export async function startSending(
  app: AppContext,
  tx: Tx,
  payout: PayoutTable,
  { provider, by, until = null, account }: Sending,
): Promise<PayoutTable> {
  const isAlone = by === payout.approved_by && (payout.released_by === null || payout.released_by === by)
  if (isAlone && (await isTooMuchAlone(app, tx, by, { id: payout.id, amountCents: payout.amount_cents })))
    throw conflict(payoutMessages.tooMuchAlone)
  const money_account =
    provider === 'set-off' ? null : await placeOfPayout(tx, payout.method_type, { provider, account })
  const isByHand = provider === 'hand'
  const claim = { provider, claimed_by: isByHand ? by : null, claimed_until: until, sent_by: by }
  const sending = await changeState(app, tx, payout, 'sending', claim)
  const number = (await listAttempts(tx, payout.id)).length + 1
  const key = `${payout.idempotency_key}-a${number}`
  const called_at = timestamp(app.clock)
  const attempt = { key, payout_id: payout.id, number, provider, money_account, state: 'calling' } as const
  const next_poll_at = provider === 'paypal' ? called_at : null
  await table('payout_attempts').insert(tx, { ...attempt, called_at, next_poll_at, poll_count: 0 })
  await postEntries(app, tx, payout, attemptEntries('send', payout, attempt), by)
  return sending
}

type Attempt = PayoutAttemptTable
type AttemptEnd = {
  kind: 'settle' | 'back'
  changes: Partial<Attempt> & Pick<Attempt, 'state'>
  by: string | null
  /** What the provider took, or gave back with a return; by default what is booked. */
  feeCents?: number
  /** What a bank kept of a payout that came back, in place of a fee that the provider gave back. */
  keptCents?: number
  /** That a person gives; by default today. */
  day?: string | undefined
}

export async function endAttempt(
  app: AppContext,
  tx: Tx,
  payout: PayoutTable,
  attempt: Pick<Attempt, 'key' | 'provider' | 'money_account' | 'fee_cents'>,
  { kind, changes, by, feeCents = attempt.fee_cents ?? 0, keptCents, day }: AttemptEnd,
) {
  await updateAttempt(tx, attempt.key, { answered_at: timestamp(app.clock), ...changes })
  const moved = { ...attempt, money_account: await placeOn(app, tx, attempt.money_account, day) }
  // A line of PayPal may have booked it before.
  const booked = kind === 'settle' ? kind : payout.state === 'paid' ? 'return' : 'reversal'
  const more = kind === 'settle' ? feeCents - (attempt.fee_cents ?? 0) : -feeCents
  const fees = keptCents === undefined ? feeEntries(more, moved) : feeEntries(keptCents, moved, 'return-fee')
  await postEntries(app, tx, payout, [...attemptEntries(booked, payout, moved), ...fees], by, day)
}

export async function getNewestAttempt(tx: Tx, payoutId: string): Promise<Attempt> {
  const attempt = (await listAttempts(tx, payoutId)).at(-1)
  if (!attempt) throw new Error(`Payout ${payoutId} was sent without an attempt.`)
  return attempt
}

export async function settle(app: AppContext, tx: Tx, staff: Actor, payout: PayoutTable, reference: string | null) {
  const at = timestamp(app.clock)
  const end = { reference, sent_by: staff.id, sent_at: at, settled_at: at, ended_at: at }
  const paid = await changeState(app, tx, payout, 'paid', { ...end, ...unclaimed })
  const attempt = await getNewestAttempt(tx, payout.id)
  await endAttempt(app, tx, payout, attempt, { kind: 'settle', changes: { state: 'settled' }, by: staff.id })
  return paid
}

/** Makes a payout that is being sent ready again, because no money left. */
export async function giveBackUnpaid(
  app: AppContext,
  tx: Tx,
  payout: PayoutTable,
  { changes, by }: { changes?: Partial<Attempt>; by: string | null },
): Promise<PayoutTable> {
  const ready = await changeState(app, tx, payout, 'ready', { provider: null, sent_by: null, ...unclaimed })
  const attempt = await getNewestAttempt(tx, payout.id)
  const refused = { state: 'refused', fee_cents: null, ...changes } as const
  await endAttempt(app, tx, payout, attempt, { kind: 'back', changes: refused, by })
  return ready
}

/**
 * Makes a payout ready again when its payer (`isOwn`), or a second colleague, says that no money left; the first one
 * makes a proposal. Returns which it was.
 */
export async function reportUnpaid(app: AppContext, tx: Tx, payout: PayoutTable, by: string, isOwn = false) {
  const isConfirmed = payout.unpaid_reported_by !== null && payout.unpaid_reported_by !== by
  if (isOwn || isConfirmed) await giveBackUnpaid(app, tx, payout, { by })
  else await changePayout(app, tx, payout, { unpaid_reported_by: by })
  return isConfirmed ? 'confirmed' : 'proposed'
}

/** Makes a payout ready again whose provider was not asked yet. Returns undefined when a request may have left. */
export async function takeBackUnrequested(app: AppContext, tx: Tx, payout: PayoutTable, by: string | null) {
  // Locks the attempt: a worker leases it before, and has set the time, or not at all.
  const attempt = await table('payout_attempts').findLocked(tx, { key: (await getNewestAttempt(tx, payout.id)).key })
  if (attempt?.provider !== 'paypal') return undefined
  if (attempt.first_called_at !== null || attempt.state !== 'calling') return undefined
  return giveBackUnpaid(app, tx, payout, { changes: { next_poll_at: null }, by })
}

export const unclaimed = { claimed_by: null, claimed_until: null, unpaid_reported_by: null } as const

/**
 * Completes an order whose money was paid. Does nothing when it is completed or a refund was paid, or when staff have
 * decided otherwise or found its card to be bad since the money left.
 */
export async function completeOrder(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { payout, by, reference }: { payout: Pick<PayoutTable, 'refund_of'>; by: string; reference: string | null },
  reason = statusReasons.completed[0] ?? null,
) {
  if (order.status === 'completed' || payout.refund_of !== null) return
  if ((await listLinesOf(tx, order.id)).some(({ is_contradicted }) => is_contradicted === 1)) return
  if (await findStandingProblem(tx, order.id)) return
  await changeStatus(app, tx, order, { status: 'completed', reason, changedBy: by, reference: reference ?? undefined })
}

/**
 * Whether a payout that one person approves and pays, or that PayPal sends by itself, is more than the controls allow
 * one person in 24 hours. On PostgreSQL, payments that begin in the same moment do not count each other.
 */
export async function isTooMuchAlone(
  { policies, clock }: AppContext,
  tx: Tx,
  by: string,
  { id = '', amountCents }: { id?: string; amountCents: number },
) {
  const { paidAloneADay: most, worksAlone } = policies.get('controls')
  if (most === null || worksAlone) return false
  const isAutomatic = policies.get('payouts').paypalSends === 'automatic'
  const alone = tx
    .selectFrom('payouts')
    .where('approved_at', '>', timestamp(clock, -DAY_MS))
    .where('approved_by', '=', by)
    .where('id', '!=', id)
    .where('state', 'not in', ['canceled', 'failed', 'returned'])
    .where((payout) => payout.or([payout('released_by', 'is', null), payout('released_by', '=', by)]))
    .where((payout) =>
      payout.or([
        payout('sent_by', '=', by),
        payout.and([payout('sent_by', 'is', null), payout(isAutomatic ? 'method_type' : 'provider', '=', 'paypal')]),
      ]),
    )
  return (await sumCents(alone)).cents + amountCents > most
}
