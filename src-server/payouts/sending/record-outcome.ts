import { audit, operator } from '../../audit/audit-queries.ts'
import type { AppContext, ServerContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { updateAttempt } from '../payout-queries.ts'
import { changePayout, changeState } from '../payout-state.ts'
import type { PayoutOutcome } from '../paypal/payout-outcome.ts'
import { giveBackUnpaid } from '../send-payout.ts'
import { nextPoll, nextRepeat } from './attempt-times.ts'
import { failPayout } from './fail-payout.ts'
import { type LeasedAttempt, pausePayPal, recordAnswer, type Step } from './leased-attempt.ts'

/**
 * Records that a payout was not requested, because the recovery log could not be written. It is ready again, unless an
 * earlier request may have paid it.
 */
export async function recordUnlogged(app: ServerContext, leased: LeasedAttempt): Promise<void> {
  await recordAnswer(app, leased, async ({ tx, payout, attempt, next }) => {
    await pausePayPal(app, tx, 'log')
    if (leased.before.first_called_at !== null) {
      const open = { state: 'unknown', poll_count: attempt.poll_count + 1, error_code: UNLOGGED } as const
      await updateAttempt(tx, attempt.key, { ...open, ...next(nextRepeat(attempt, app.clock.now())) })
    } else
      await giveBackUnpaid(app, tx, payout, { attempt, changes: { error_code: UNLOGGED, ...next(null) }, by: null })
  })
}

const UNLOGGED = 'LOG'

/** Leaves it to a person to find out what became of an attempt. */
export async function giveUp(app: ServerContext, leased: LeasedAttempt): Promise<void> {
  await recordAnswer(app, leased, (step) => leaveToPerson(app, step, step.attempt.error_code ?? 'TOO_OLD'))
}

async function leaveToPerson(app: AppContext, { tx, payout, attempt, next }: Step, error_code: string) {
  await updateAttempt(tx, attempt.key, { state: 'unknown', error_code, ...next(null) })
  await changePayout(app, tx, payout, {})
}

/** Records what PayPal answered to the request for a payout. Only a clear refusal of the first request is final. */
export async function recordOutcome(app: ServerContext, leased: LeasedAttempt, outcome: PayoutOutcome): Promise<void> {
  await recordAnswer(app, leased, async (step) => {
    const { tx, payout, order, attempt, next } = step
    const now = app.clock.now()
    const { key } = attempt
    switch (outcome.outcome) {
      case 'accepted': {
        const { batchId } = outcome
        const accepted = { state: 'accepted', provider_batch: batchId, poll_count: 0, error_code: null } as const
        await updateAttempt(tx, key, { ...accepted, ...next(nextPoll(0, now)), answered_at: timestamp(app.clock) })
        await changeState(app, tx, payout, 'sent', { sent_at: timestamp(app.clock), reference: batchId })
        await audit(app, tx, operator, 'payout.sent', payout.id, 'by PayPal')
        return
      }
      case 'duplicate': {
        // What became of the first request is read before anything is believed of it.
        const known = { state: 'accepted', provider_batch: outcome.batchId, poll_count: 0, error_code: null } as const
        await updateAttempt(tx, key, { ...known, ...next(timestamp(app.clock)) })
        return
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
        await giveBackUnpaid(app, tx, payout, { attempt, changes, by: null })
        await pausePayPal(app, tx, outcome.problem, outcome.error)
        return
      }
      case 'unknown': {
        const { reason } = outcome
        const tried = { poll_count: attempt.poll_count + 1, error_code: reason }
        // PayPal has not looked at such a request, so it is as if it had not left.
        if (reason === 'rate-limited' && leased.before.first_called_at === null) {
          const unasked = { ...attempt, first_called_at: null }
          const repeat = next(nextRepeat(unasked, now, outcome.retryAfterSeconds))
          await updateAttempt(tx, key, { ...tried, first_called_at: null, ...repeat })
          return
        }
        // The receiver stays the same, so the next request would be refused as well.
        const needsPerson = reason === 'refused-repeat' && outcome.refusal.outcome === 'receiver-refused'
        const planned = next(needsPerson ? null : nextRepeat(attempt, now, outcome.retryAfterSeconds))
        await updateAttempt(tx, key, { state: 'unknown', ...tried, ...planned })
        if (planned.next_poll_at === null) await changePayout(app, tx, payout, {})
        if (reason === 'refused-repeat' && outcome.refusal.outcome === 'sender-refused')
          await pausePayPal(app, tx, outcome.refusal.problem, outcome.refusal.error)
        return
      }
    }
  })
}
