export const USERS_PER_PAGE = 15
/** Without `page`. */
export const MAX_USERS_AT_ONCE = 1000

/** All descending. */
export const userSorts = ['registered', 'lastLogin', 'trades'] as const
export type UserSort = (typeof userSorts)[number]

/** Reasons to disable an account. Fixed texts, because the audit log keeps them forever: no personal data. */
export const disableReasons = [
  'Suspected fraud',
  'Stolen or disputed cards',
  'Abusive messages',
  'Duplicate account',
  'Asked for by the customer',
] as const

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
  backupFailed: 'Backup failed. Nothing was deleted.',
  tooBusy: 'Orders came in during the backup. Nothing was deleted. Please try again.',
  isRunning: 'The data is already being cleared.',
  isPaying: 'Money is on its way to a customer. Wait until it has arrived or failed.',
} as const
