import { UNCLAIMED } from '#shared/payout.ts'
import { audit, operator } from '../../audit/audit-queries.ts'
import type { AppContext, ServerContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { PayoutAttemptTable } from '../../platform/db/payout-tables.ts'
import { bookFee } from '../book-fee.ts'
import { completeOrder } from '../complete-order.ts'
import { updateAttempt } from '../payout-queries.ts'
import { changePayout, changeState } from '../payout-state.ts'
import type { LookUp, PayPalItem } from '../paypal/payout-item.ts'
import { endAttempt } from '../send-payout.ts'
import { nextLookOncePaid, nextPoll, nextRepeat } from './attempt-times.ts'
import { failPayout, senderOf } from './fail-payout.ts'
import { type LeasedAttempt, pausePayPal, recordAnswer, type Step } from './leased-attempt.ts'

/** Records what PayPal says about a payout that it has accepted. An older answer changes nothing. */
export async function recordLookUp(app: ServerContext, leased: LeasedAttempt, answer: LookUp): Promise<void> {
  await recordAnswer(app, leased, async (step) => {
    if (answer.result !== 'found') return lookAgain(app, step, answer)
    const { payout: item } = answer
    if (!isOurs(step, item)) return needPerson(app, step, 'MISMATCH')
    if (step.payout.state === 'paid' && item.state !== 'returned') return watchPaid(app, step, item)
    if (item.state === 'paid') return recordPaid(app, step, item)
    if (item.state === 'failed' || item.state === 'returned') return recordFailed(app, step, item)
    return recordWaiting(app, step, item)
  })
}

/** Whether PayPal speaks of our payout: a batch that an answer named could be another one. */
function isOurs({ attempt, payout }: Step, { key, item }: PayPalItem) {
  if (key !== attempt.key) return false
  return !item || (item.payoutId === payout.id && item.amountCents === payout.amount_cents)
}

async function recordPaid(app: AppContext, step: Step, { feeCents, item }: Extract<PayPalItem, { state: 'paid' }>) {
  const { tx, payout, order, attempt, next } = step
  const at = timestamp(app.clock)
  if (payout.state !== 'sending' && payout.state !== 'sent') return stop(step)
  const reference = item?.transactionId ?? attempt.provider_batch
  const end = { reference, sent_at: payout.sent_at ?? at, settled_at: at, ended_at: at }
  await changeState(app, tx, payout, 'paid', end)
  const found = { provider_item: item?.itemId ?? null, fee_cents: feeCents, poll_count: 0, error_code: null }
  const changes = { state: 'settled', ...found, ...next(nextLookOncePaid(at, app.clock.now())) } as const
  await endAttempt(app, tx, payout, attempt, { kind: 'settle', changes, by: payout.sent_by, feeCents })
  if (payout.state === 'sending') await audit(app, tx, operator, 'payout.sent', payout.id, 'by PayPal')
  return completeOrder(app, tx, order, { by: senderOf(payout), reference })
}

/** Goes on looking up a payout that was paid: only a return, or a fee that is known later, changes it. */
async function watchPaid(app: AppContext, { tx, payout, attempt, next }: Step, item: PayPalItem | undefined) {
  const planned = nextLookOncePaid(payout.settled_at ?? attempt.called_at, app.clock.now())
  await updateAttempt(tx, attempt.key, { poll_count: attempt.poll_count + 1, ...next(planned) })
  // A fee that the ledger has stays, because a person may have corrected it.
  if (item?.state === 'paid' && !attempt.fee_cents) await bookFee(app, tx, { payout, attempt }, item.feeCents, null)
}

async function recordFailed(
  app: AppContext,
  step: Step,
  { state, error, isBlocked, item }: Extract<PayPalItem, { state: 'failed' | 'returned' }>,
) {
  const { payout } = step
  const isOpen = payout.state === 'sending' || payout.state === 'sent'
  if (!isOpen && !(payout.state === 'paid' && state === 'returned')) return stop(step)
  const found = { provider_item: item?.itemId ?? null, error_code: error ?? null }
  return failPayout(app, step.tx, step, { error, isBlocked, changes: { state, ...found, ...noMore } })
}

/** PayPal has accepted it and has not paid yet: the order is completed when it has. */
async function recordWaiting(app: AppContext, step: Step, { state, item }: PayPalItem) {
  const isUnclaimed = state === 'unclaimed'
  const { tx, payout, attempt, next } = step
  const planned = next(nextPoll(attempt.poll_count + 1, app.clock.now(), { isUnclaimed }))
  const error_code = isUnclaimed ? UNCLAIMED : null
  const provider_item = item?.itemId ?? null
  await updateAttempt(tx, attempt.key, { poll_count: attempt.poll_count + 1, provider_item, error_code, ...planned })
  if (payout.state !== 'sending') {
    if (error_code !== attempt.error_code) await changePayout(app, tx, payout, {})
    return
  }
  const { provider_batch: reference } = attempt
  await changeState(app, tx, payout, 'sent', { sent_at: timestamp(app.clock), reference })
  await audit(app, tx, operator, 'payout.sent', payout.id, 'by PayPal')
}

/** Nothing is known: the next look follows, for a day if it is not known to be sent. */
async function lookAgain(app: AppContext, step: Step, answer: Exclude<LookUp, { result: 'found' }>) {
  const { tx, payout, attempt, next } = step
  const now = app.clock.now()
  if (answer.result === 'unauthorized') await pausePayPal(app, tx, 'credentials')
  if (payout.state === 'paid') return watchPaid(app, step, undefined)
  const retryAfter = answer.result === 'unknown' ? answer.retryAfterSeconds : undefined
  const repeat = nextRepeat(attempt, now, retryAfter)
  const error_code = answer.result === 'unknown' ? answer.reason : answer.result
  if (payout.state === 'sending' && repeat === null) return needPerson(app, step, error_code)
  const planned = repeat ?? nextPoll(attempt.poll_count + 1, now)
  await updateAttempt(tx, attempt.key, { poll_count: attempt.poll_count + 1, error_code, ...next(planned) })
}

async function needPerson(app: AppContext, { tx, payout, attempt }: Step, error_code: string) {
  const open: Partial<PayoutAttemptTable> = attempt.state === 'accepted' ? { state: 'unknown' } : {}
  await updateAttempt(tx, attempt.key, { ...open, error_code, ...noMore })
  await changePayout(app, tx, payout, {})
}

async function stop({ tx, attempt }: Step) {
  await updateAttempt(tx, attempt.key, noMore)
}

const noMore = { next_poll_at: null, lease_until: null } as const
