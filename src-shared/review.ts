import type { ReviewStatus, StatusChange, Submission } from './submission.ts'

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

/** A member of staff as colleagues see them. */
export type StaffMember = { id: string; name: string }

/** What staff wrote to each other about an order. Its customer never sees it. */
export type OrderNote = { id: string; author: string; text: string; at: string }

/** An order beside the one under review. */
export type OtherOrder = {
  id: string
  cardType: string
  cardValue: number
  payoutAmount: number
  status: ReviewStatus
  createdAt: string
}

/** What two orders have in common: the number of the card, the bytes of a photo, where the money goes. */
export const flagKinds = ['same-card', 'same-photo', 'same-payout'] as const
export type FlagKind = (typeof flagKinds)[number]

/** Another order that shares something with the one under review. A hint, never a decision. */
export type ReviewFlag = {
  kind: FlagKind
  submissionId: string
  /** Empty when that customer's account is deleted. */
  email: string
  status: ReviewStatus
  createdAt: string
  isSameCustomer: boolean
}

/** A row of history as staff see it: 'undone' was taken back, 'undo' took it back; the customer's history has neither. */
export type ReviewedChange = StatusChange & { undo: 'undone' | 'undo' | null }

/** Everything a decision needs. Lists of orders are newest first, history and notes oldest first. */
export type Review = {
  submission: Submission
  history: ReviewedChange[]
  notes: OrderNote[]
  /** At most 20 of each kind; empty for support. */
  flags: ReviewFlag[]
  /** At most 20. */
  otherOrders: OtherOrder[]
  otherOrdersTotal: number
}

/** Who has an order open. The holder decides; a lost connection leaves them the holder for a minute. */
export type ReviewPresence = { holder: StaffMember | null; isYours: boolean; viewers: StaffMember[] }

/** An order that somebody has open, for a mark in the list. Viewers are in the order they came. */
export type OpenReview = { submissionId: string; viewers: StaffMember[] }

/** The submission after a decision; `undoUntil` (ISO 8601) stands there while the decision can be taken back. */
export type Decided = Submission & { undoUntil?: string }

/** What became of one order of many. `message` says why it was refused. */
export type BulkOutcome = { submissionId: string; ok: boolean; message?: string; version?: number; undoUntil?: string }

/** A reason to choose from. `uses` counts the last 500 decisions of this brand and status. */
export type SavedReason = { text: string; uses: number; isCustom: boolean }
