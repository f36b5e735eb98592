import { useNow } from '#client/lib/use-now.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { Section } from '#client/ui/section.tsx'
import { Time } from '#client/ui/time.tsx'
import { isAppealReason } from '#shared/appeal.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { byDay, byTime, checkedBy, paidBy } from '#shared/payout-times.ts'
import { minutesText, usualDecision } from '#shared/tracking-messages.ts'
import type { StatusChange, Tracking, TransactionDetail } from '#shared/transaction-schema.ts'
import { orderLabel } from '#shared/withdrawal.ts'
import styles from './transaction-timeline.module.css'

const LOOK_MS = 30_000

export function OrderTracking({ order }: { order: TransactionDetail }) {
  const now = useNow(LOOK_MS)
  const { tracking } = order
  if (!tracking) return <PayoutTimes order={order} />
  return (
    <div className="stack gap-1">
      <p>
        <strong>{placeText(tracking)}</strong>
      </p>
      <p>{[usualDecision(tracking, order.giftCardName), expectedText(tracking, now)].filter(Boolean).join(' ')}</p>
    </div>
  )
}

function PayoutTimes({ order: { payoutTimes, paymentMethod, payout } }: { order: TransactionDetail }) {
  if (!payoutTimes || payout?.isHeld) return null
  const { usualMinutes, samples } = payoutTimes
  return (
    <p>
      {paymentMethod} payouts usually leave within {minutesText(usualMinutes)} (the last {samples}).
    </p>
  )
}

export function placeText({ place, isBeingChecked }: Tracking) {
  if (isBeingChecked) return 'A reviewer is checking it now.'
  return place === 1 ? 'You are next in line.' : `You are number ${place.toLocaleString('en-US')} in line.`
}

export function expectedText({ expectedAt, latestAt, overdueSince }: Tracking, now: number) {
  if (overdueSince !== undefined)
    return 'This takes longer than we promise. Our team has been notified. You can withdraw the order while it waits.'
  const expected = deadline(Date.parse(expectedAt), now)
  if (expected) return `Expected ${expected}.`
  const latest = deadline(Date.parse(latestAt), now)
  return latest ? `This takes longer than usual. Expected ${latest}.` : 'This takes longer than usual.'
}

const LATE = 'taking longer than usual'

/** What still happens to an order that is open, with the usual times; `now` in epoch milliseconds. */
export function comingSteps(order: TransactionDetail, now: number) {
  const { status, payout } = order
  const { check, payment } = usualTimes(order, now)
  if (status === 'pending') {
    const checkedBefore = deadline(check, now)
    const paidBefore = deadline(payment, now)
    return [
      { name: 'Checking', when: checkedBefore ?? LATE },
      { name: 'Paid', when: (checkedBefore && paidBefore) ?? 'after the check' },
    ]
  }
  if (status !== 'processing') return []
  if (order.request) return [{ name: 'Paid', when: 'after your answer and another check' }]
  return [{ name: 'Paid', when: payout?.isHeld ? 'after a second look' : (deadline(payment, now) ?? LATE) }]
}

export function delayOf(order: TransactionDetail, now: number) {
  const { status, payout } = order
  const { check, payment } = usualTimes(order, now)
  if (status === 'pending') return check < now ? 'late-check' : undefined
  if (status !== 'processing' || order.request) return undefined
  if (payout?.isHeld) return 'held'
  return payment < now ? 'late-payout' : undefined
}

/** By when an order is usually checked and paid, in epoch milliseconds; by what was measured, if it was. */
function usualTimes({ status, createdAt, paymentMethod, history, tracking }: TransactionDetail, now: number) {
  // The check starts again with new photos.
  const submittedAt = Date.parse(history.findLast(({ photosAdded }) => photosAdded)?.at ?? createdAt)
  const isBank = paymentMethod === paymentTypeInfo.bank.name
  if (tracking && status === 'pending') {
    const [expected, latest] = [Date.parse(tracking.expectedAt), Date.parse(tracking.latestAt)]
    const check = expected < now ? latest : expected
    return { check, payment: paidBy(submittedAt, isBank, check) }
  }
  const checkedAt = status === 'processing' ? Date.parse(history.at(-1)?.at ?? createdAt) : undefined
  return { check: checkedBy(submittedAt), payment: paidBy(submittedAt, isBank, checkedAt) }
}

const MOST_HOURS_AHEAD_MS = 12 * 60 * 60_000

/** 'by 11:53 AM', 'by 12:10 AM tomorrow', 'by Tuesday, November 24'; undefined once passed. Epoch milliseconds. */
function deadline(at: number, now: number) {
  if (at < now) return undefined
  return at - now > MOST_HOURS_AHEAD_MS ? byDay(at) : byTime(at, now)
}

export function TransactionTimeline({ transaction }: { transaction: TransactionDetail }) {
  const { history } = transaction
  const coming = comingSteps(transaction, useNow())
  return (
    <Section id="timeline" title="Timeline" level={2}>
      <ol className={`plain margin-top-4 ${styles.steps}`}>
        {history.map((change, at) => {
          const isLatest = at === history.length - 1
          return (
            <li key={change.id} className="stack gap-1" aria-current={isLatest ? 'step' : undefined}>
              <Change change={change} />
              {change.reason && (!isLatest || change.reason !== transaction.statusReason) && <p>{change.reason}</p>}
            </li>
          )
        })}
        {coming.map(({ name, when }) => (
          <li key={name} className={`stack gap-1 muted not-printed ${styles.coming}`}>
            <p>
              <span className="visually-hidden">Next: </span>
              {name}, {when}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Change({
  change: { from, to, by, at, reason, reasonCode, photosAdded, photoReplaced },
}: {
  change: StatusChange
}) {
  return (
    <>
      <div className="cluster gap-2">
        {from === null && <strong>Submitted</strong>}
        {isAppealReason(reasonCode) && <strong>Appeal</strong>}
        {photosAdded && <strong>Photos added</strong>}
        {photoReplaced && <strong>Photo replaced</strong>}
        <LabelTag label={orderLabel({ status: to, statusReason: reason })} />
      </div>
      <p className="muted text-sm">
        {by}, <Time at={at} />
      </p>
    </>
  )
}
