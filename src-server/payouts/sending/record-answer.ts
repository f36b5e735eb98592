import { type SenderPauseReason, UNCLAIMED } from '#shared/payout.ts'
import { audit, operator } from '../../audit/audit-queries.ts'
import type { AppContext, ServerContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inServerTransaction, type Tx } from '../../platform/db/database.ts'
import type { PayoutAttemptTable } from '../../platform/db/payout-tables.ts'
import { table } from '../../platform/db/table.ts'
import { changePayout, changeState, lockPayout } from '../change-payout.ts'
import { bookFee } from '../correct-paid.ts'
import { updateAttempt } from '../payout-queries.ts'
import type { LookUp, PayoutOutcome, PayPalError, PayPalItem } from '../paypal/payout-answers.ts'
import { completeOrder, endAttempt, giveBackUnpaid } from '../send-payout.ts'
import { nextLookOncePaid, nextPoll, nextRepeat } from './attempt-queries.ts'
import { failPayout, type Sent, senderOf } from './fail-payout.ts'

const noMore = { next_poll_at: null, lease_until: null } as const
const UNLOGGED = 'LOG'

/** An attempt that this worker has leased. `before` is its row at the time. */
export type LeasedAttempt = { before: PayoutAttemptTable; leaseUntil: string }

type Step = Sent & {
  tx: Tx
  /** Keeps a time that a webhook has set since the lease: what was read may be older than it. */
  next(planned: string | null): { next_poll_at: string | null; lease_until: null }
}

/**
 * Records an answer of the provider in one transaction, and ends the lease. Does nothing when another worker has leased
 * the attempt since: its answer counts.
 */
async function recordAnswer(
  app: ServerContext,
  { before, leaseUntil }: LeasedAttempt,
  work: (step: Step) => Promise<void>,
) {
  await inServerTransaction(app.db, async (tx) => {
    const { payout, order } = await lockPayout(tx, { id: before.payout_id })
    const attempt = await table('payout_attempts').findLocked(tx, { key: before.key })
    if (attempt?.lease_until !== leaseUntil) return
    const isHinted = attempt.next_poll_at !== before.next_poll_at
    const next: Step['next'] = (planned) => ({ ...noMore, next_poll_at: isHinted ? attempt.next_poll_at : planned })
    await work({ tx, payout, order, attempt, next })
  })
}

/** Stops the server from sending more payouts by PayPal, which refuses them all, until a person sends one again. */
async function pausePayPal(app: AppContext, tx: Tx, reason: SenderPauseReason, error?: PayPalError) {
  app.log.warn({ reason, ...(error && { paypal: error.name, debugId: error.debugId }) }, 'PayPal refuses payouts')
  await table('sender_pauses').upsert(tx, { provider: 'paypal', reason, paused_at: timestamp(app.clock) }, 'provider')
}

/**
 * Records that a payout was not requested, because the recovery log could not be written. It is ready again, unless an
 * earlier request may have paid it.
 */
export async function recordUnlogged(app: ServerContext, leased: LeasedAttempt) {
  await recordAnswer(app, leased, async ({ tx, payout, attempt, next }) => {
    await pausePayPal(app, tx, 'log')
    if (leased.before.first_called_at !== null) {
      const open = { state: 'unknown', poll_count: attempt.poll_count + 1, error_code: UNLOGGED } as const
      await updateAttempt(tx, attempt.key, { ...open, ...next(nextRepeat(attempt, app.clock.now())) })
    } else await giveBackUnpaid(app, tx, payout, { changes: { error_code: UNLOGGED, ...next(null) }, by: null })
  })
}

/** Leaves it to a person to find out what became of an attempt. */
export async function giveUp(app: ServerContext, leased: LeasedAttempt) {
  await recordAnswer(app, leased, (step) => leaveToPerson(app, step, step.attempt.error_code ?? 'TOO_OLD'))
}

async function leaveToPerson(app: AppContext, { tx, payout, attempt, next }: Step, error_code: string) {
  await updateAttempt(tx, attempt.key, { state: 'unknown', error_code, ...next(null) })
  await changePayout(app, tx, payout, {})
}

/** Records what PayPal answered to the request for a payout. Only a clear refusal of the first request is final. */
export async function recordOutcome(app: ServerContext, leased: LeasedAttempt, outcome: PayoutOutcome) {
  await recordAnswer(app, leased, async (step) => {
    const { tx, payout, order, attempt, next } = step
    const now = app.clock.now()
    const { key } = attempt
    switch (outcome.outcome) {
      case 'accepted':
      case 'duplicate': {
        const { batchId } = outcome
        const accepted = { state: 'accepted', provider_batch: batchId, poll_count: 0, error_code: null } as const
        const at = timestamp(app.clock)
        // What became of the first request is read before anything is believed of it.
        if (outcome.outcome === 'duplicate') return updateAttempt(tx, key, { ...accepted, ...next(at) })
        await updateAttempt(tx, key, { ...accepted, ...next(nextPoll(0, now)), answered_at: at })
        return recordSent(app, step, batchId)
      }
      case 'duplicate-without-link':
        return leaveToPerson(app, step, 'DUPLICATE_WITHOUT_LINK')
      case 'receiver-refused': {
        const { name } = outcome.error
        const changes = { state: 'refused', error_code: name, ...next(null) } as const
        return failPayout(app, tx, { payout, order, attempt }, { error: name, changes })
      }
      case 'sender-refused': {
        const changes = { error_code: outcome.error?.name ?? outcome.problem, ...next(null) }
        await giveBackUnpaid(app, tx, payout, { changes, by: null })
        return pausePayPal(app, tx, outcome.problem, outcome.error)
      }
      case 'unknown': {
        const { reason } = outcome
        const tried = { poll_count: attempt.poll_count + 1, error_code: reason }
        // PayPal has not looked at such a request, so it is as if it had not left.
        if (reason === 'rate-limited' && leased.before.first_called_at === null) {
          const unasked = { ...attempt, first_called_at: null }
          const repeat = next(nextRepeat(unasked, now, outcome.retryAfterSeconds))
          return updateAttempt(tx, key, { ...tried, first_called_at: null, ...repeat })
        }
        // The receiver stays the same, so the next request would be refused as well.
        const needsPerson = reason === 'refused-repeat' && outcome.refusal.outcome === 'receiver-refused'
        const planned = next(needsPerson ? null : nextRepeat(attempt, now, outcome.retryAfterSeconds))
        await updateAttempt(tx, key, { state: 'unknown', ...tried, ...planned })
        if (planned.next_poll_at === null) await changePayout(app, tx, payout, {})
        if (reason === 'refused-repeat' && outcome.refusal.outcome === 'sender-refused')
          await pausePayPal(app, tx, outcome.refusal.problem, outcome.refusal.error)
      }
    }
  })
}

/** Records what PayPal says about a payout that it has accepted. An older answer changes nothing. */
export async function recordLookUp(app: ServerContext, leased: LeasedAttempt, answer: LookUp) {
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

async function recordPaid(app: AppContext, step: Step, { item, ...paid }: Extract<PayPalItem, { state: 'paid' }>) {
  const { tx, payout, order, attempt, next } = step
  // What a line of PayPal shows is what it took.
  const feeCents = attempt.fee_cents || paid.feeCents
  const at = timestamp(app.clock)
  if (payout.state !== 'sending' && payout.state !== 'sent') return stop(step)
  const reference = item?.transactionId ?? attempt.provider_batch
  const end = { reference, sent_at: payout.sent_at ?? at, settled_at: at, ended_at: at }
  await changeState(app, tx, payout, 'paid', end)
  const found = { provider_item: item?.itemId ?? null, fee_cents: feeCents, poll_count: 0, error_code: null }
  const changes = { state: 'settled', ...found, ...next(nextLookOncePaid(at, app.clock.now())) } as const
  await endAttempt(app, tx, payout, attempt, { kind: 'settle', changes, by: payout.sent_by, feeCents })
  if (payout.state === 'sending') await audit(app, tx, operator, 'payout.sent', payout.id, 'by PayPal')
  return completeOrder(app, tx, order, { payout, by: senderOf(payout), reference })
}

/** Goes on looking up a payout that was paid: only a return, or a fee that is known later, changes it. */
async function watchPaid(app: AppContext, { tx, payout, attempt, next }: Step, item: PayPalItem | undefined) {
  const planned = nextLookOncePaid(payout.settled_at ?? attempt.called_at, app.clock.now())
  await updateAttempt(tx, attempt.key, { poll_count: attempt.poll_count + 1, ...next(planned) })
  // A fee that the ledger has stays, because a person may have corrected it.
  if (item?.state === 'paid' && !attempt.fee_cents) await bookFee(app, tx, { payout, attempt }, item.feeCents, null)
}

type Unpaid = Extract<PayPalItem, { state: 'failed' | 'returned' }>

async function recordFailed(app: AppContext, step: Step, { state, error, isBlocked, item }: Unpaid) {
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
  if (payout.state === 'sending') return recordSent(app, step, attempt.provider_batch)
  if (error_code !== attempt.error_code) await changePayout(app, tx, payout, {})
}

async function recordSent(app: AppContext, { tx, payout }: Step, reference: string | null) {
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
