/** Words and shapes of what staff see of customers. */

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
