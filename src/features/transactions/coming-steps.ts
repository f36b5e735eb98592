import type { Delay } from '#shared/next-step.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { checkedBy, paidBy } from '#shared/payout-times.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { deadline } from './deadline.ts'

export type ComingStep = { name: string; when: string }

const LATE = 'taking longer than usual'

const AFTER_SECOND_LOOK = 'after a second look'

/** What still happens to an order that is open, with the usual times; `now` in epoch milliseconds. */
export function comingSteps(order: TransactionDetail, now: number): ComingStep[] {
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
  return [{ name: 'Paid', when: payout?.isHeld ? AFTER_SECOND_LOOK : (deadline(payment, now) ?? LATE) }]
}

export function delayOf(order: TransactionDetail, now: number): Delay | undefined {
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
