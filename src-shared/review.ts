/** How long a decision can be undone: its e-mail and the purge of the security code wait until then. */
export const UNDO_MS = 8_000
/** How long a staff member keeps the lock on a submission after their connection was lost. */
export const LOCK_LEASE_MS = 60_000
export const NOTE_MAX_LENGTH = 2000
export const MAX_SUBMISSIONS_AT_ONCE = 100

export const reviewMessages = {
  deciding: (name: string) => `${name} is deciding on this order.`,
  undoTooLate: 'It is too late to undo this decision.',
  undoNotYours: 'Only the person who decided can undo this.',
  emptyNote: 'Write a note first.',
  otherNote: 'This note was sent before with other words.',
  systemReason: 'Only the system gives this reason. Enter another one.',
  noWords: 'Write the reason in your own words.',
  otherStatus: 'This reason belongs to another status.',
} as const

export const bulkStatuses = ['processing', 'rejected'] as const
export type BulkStatus = (typeof bulkStatuses)[number]

/** What two submissions have in common: the card number, the bytes of a photo, or the payout destination. */
export const flagKinds = ['same-card', 'same-photo', 'same-payout'] as const
export type FlagKind = (typeof flagKinds)[number]

/** Which other try to sell the same card an order is: the first of them, one before this order, or one after it. */
export const ownTries = ['first', 'earlier', 'later'] as const
export type OwnTry = (typeof ownTries)[number]
