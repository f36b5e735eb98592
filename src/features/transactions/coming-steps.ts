import { paymentTypeInfo } from '#shared/payment-method.ts'
import { checkedBy, paidBy } from '#shared/payout-times.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'

/** A step that an order has not reached: 'Checking', 'by 11:53 AM'. */
export type ComingStep = { name: string; when: string }

const LATE = 'taking longer than usual'

/** What still happens to an order that is open, with the usual times; `now` in epoch milliseconds. */
export function comingSteps(
  { status, createdAt, paymentMethod, history }: TransactionDetail,
  now: number,
): ComingStep[] {
  // The check starts again with new photos.
  const submittedAt = Date.parse(history.findLast(({ photosAdded }) => photosAdded)?.at ?? createdAt)
  const isBank = paymentMethod === paymentTypeInfo.bank.name
  if (status === 'pending') {
    const check = deadline(checkedBy(submittedAt), now)
    const payout = deadline(paidBy(submittedAt, isBank), now)
    return [
      { name: 'Checking', when: check ?? LATE },
      { name: 'Paid', when: (check && payout) ?? 'after the check' },
    ]
  }
  if (status === 'processing') {
    const checkedAt = Date.parse(history.at(-1)?.at ?? createdAt)
    return [{ name: 'Paid', when: deadline(paidBy(submittedAt, isBank, checkedAt), now) ?? LATE }]
  }
  return []
}

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
const MOST_HOURS_AHEAD_MS = 12 * 60 * 60_000

/** 'by 11:53 AM', 'by 12:10 AM tomorrow', 'by Tuesday, November 24' in local time; undefined once it has passed. */
function deadline(at: number, now: number): string | undefined {
  if (at < now) return undefined
  if (at - now > MOST_HOURS_AHEAD_MS) return `by ${weekday.format(at)}`
  const isTomorrow = new Date(at).getDate() !== new Date(now).getDate()
  return `by ${timeOfDay.format(at)}${isTomorrow ? ' tomorrow' : ''}`
}
