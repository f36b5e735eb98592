import { type StatusLabel, statusLabels } from './status-label.ts'
import type { SubmissionStatus } from './submission.ts'

/** The reason of an order that its customer withdrew: the only mark of a withdrawal. Stored, so it never changes. */
export const withdrawnReason = 'Withdrawn by the customer.'

export function isWithdrawn({ status, statusReason }: { status: SubmissionStatus; statusReason?: string | null }) {
  return status === 'rejected' && statusReason === withdrawnReason
}

export const withdrawalMessages = {
  beingChecked: "We are checking this card right now, so you can't withdraw it. Look at its status in a few minutes.",
  tooLate: "This order can't be withdrawn any more, because its status has changed.",
  isWithdrawn: 'You have already withdrawn this order. We have erased your card details.',
  withdrawn: 'The customer has withdrawn this order.',
  onlyCustomer: 'Only the customer can withdraw an order. Enter another reason.',
} as const

/** The label of an order as its customer reads it: one that they withdrew was not refused. */
export function orderLabel(order: { status: SubmissionStatus; statusReason?: string | null }): StatusLabel {
  return isWithdrawn(order) ? { name: 'Withdrawn', tone: 'off' } : statusLabels[order.status]
}
