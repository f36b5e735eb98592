/** How long a decision can be taken back: until then its mail waits and the security code stays. */
export const UNDO_MS = 8_000
/** How long somebody whose connection is lost still holds the order they had open. */
export const LOCK_LEASE_MS = 60_000
export const NOTE_MAX_LENGTH = 2000
export const MOST_ORDERS_AT_ONCE = 100

export const reviewMessages = {
  deciding: (name: string) => `${name} is deciding on this order.`,
  undoTooLate: 'It is too late to undo this decision.',
  undoNotYours: 'Only the person who decided can undo this.',
  emptyNote: 'Write a note first.',
  otherNote: 'This note was sent before with other words.',
} as const

/** Statuses that many orders can get at once. */
export const bulkStatuses = ['processing', 'rejected'] as const
export type BulkStatus = (typeof bulkStatuses)[number]

/** What two orders have in common: the number of the card, the bytes of a photo, where the money goes. */
export const flagKinds = ['same-card', 'same-photo', 'same-payout'] as const
export type FlagKind = (typeof flagKinds)[number]
