/** Words and shapes of what staff see of customers. */

import type { PaymentType } from './payment-method.ts'
import type { ReviewStatus } from './submission.ts'

export const USERS_PER_PAGE = 15
/** As many as a call without a page answers. */
export const MOST_USERS_AT_ONCE = 1000

/** What the list can be ordered by, the highest first. */
export const userSorts = ['registered', 'lastLogin', 'trades'] as const
export type UserSort = (typeof userSorts)[number]

/** Why an account is disabled. A list, because the audit log keeps it for ever: nothing in it names anybody. */
export const disableReasons = [
  'Suspected fraud',
  'Stolen or disputed cards',
  'Abusive messages',
  'Duplicate account',
  'Asked for by the customer',
] as const
export type DisableReason = (typeof disableReasons)[number]

/** A registered customer as staff see them. Money is dollars; `payoutAmount` counts completed orders only. */
export type RegisteredUser = {
  id: string
  name: string
  /** Customers sign in by e-mail and have none. */
  username: string | null
  email: string
  phone: string
  tradeCount: number
  totalTradeValue: number
  totalPayoutAmount: number
  createdAt: string
  lastLoginAt: string | null
  isActive: boolean
}

/** One person's page: what the list has, and what only it shows. */
export type UserDetail = RegisteredUser & {
  /** Null while the account is active. */
  disabledAt: string | null
  openOrders: number
  completedOrders: number
  /** Browsers they are signed in with. */
  activeSessions: number
}

/** An order in the list of one person. */
export type UserOrder = {
  id: string
  cardType: string
  cardValue: number
  payoutAmount: number
  paymentMethod: PaymentType | 'N/A'
  cardNumber: string
  status: ReviewStatus
  createdAt: string
}

/** A conversation in the list of one person. */
export type UserConversation = {
  sessionId: string
  subject: string
  status: 'open' | 'closed'
  messageCount: number
  lastActivity: string
}

/** Counts over all registered users. */
export type UserTotals = {
  totalUsers: number
  withPhoneNumbers: number
  registeredToday: number
  activeTraders: number
  /** Whether this member of staff may clear all data here. */
  mayClearAllData: boolean
}

/** How much Clear All Data would delete, and what it keeps. */
export type ClearSummary = {
  customers: number
  submissions: number
  files: number
  conversations: number
  paymentMethods: number
  mails: number
  staffKept: number
  auditEntriesKept: number
}

export const userMessages = {
  noUsername: 'N/A',
  noPhone: 'Not provided',
  never: 'Never',
  active: 'Active',
  inactive: 'Inactive',
  none: 'No registered users found',
  guest: 'Guest User',
} as const

export const clearMessages = {
  cleared: 'Data Cleared Successfully',
  failed: 'Failed to clear data. Please try again.',
  backupFailed: 'The backup could not be made, so nothing was deleted.',
  tooBusy: 'Orders came in while the backup was made, so nothing was deleted. Please try again.',
  isRunning: 'The data is being cleared already.',
} as const
