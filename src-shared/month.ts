const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'November 2026' of a month or a day. */
export const monthName = (day: string) => format.format(Date.parse(`${day.slice(0, 7)}-01`))

const isClosed = (day: string) => `${monthName(day)} is closed`
const reopen = 'or have an owner reopen the month'

export const MONTH_REASON_MAX_LENGTH = 300
/** Newest months that are listed. */
export const LISTED_MONTHS = 24

/** Those with a day name its closed month. */
export const monthMessages = {
  closed: (day: string) => `${isClosed(day)}. Choose a later day, ${reopen}.`,
  noNewLine: (day: string) => `${isClosed(day)}, and no earlier file had this line. Leave it out, ${reopen}.`,
  keepsMatch: (day: string) => `${isClosed(day)}, and a line or movement of this match is in it. Leave it, ${reopen}.`,
  keepsImport: (day: string) => `${isClosed(day)}, and this import has a line in it. Leave it, ${reopen}.`,
  notNext: (next: string | undefined) =>
    next ? `The next month to close is ${monthName(next)}.` : 'Add a money account before you close a month.',
  notPast: (month: string) => `${monthName(month)} has not ended yet.`,
  notReconciled: (names: string) => `Not reconciled at the end of the month: ${names}. Reconcile them first.`,
  unassigned: (amount: string) =>
    `'Cash, not assigned' has ${amount} at the end of the month. Move it to the accounts where it is.`,
  suspense: (amount: string) => `Suspense has ${amount} at the end of the month. Enter this amount to close with it.`,
  explain: 'Movements are without a line for 7 days. Enter why.',
  changed: 'Something was booked in this month meanwhile. Look at it again.',
  notNewest: 'Only the newest closed month is reopened.',
  ownerReopens: 'An owner reopens a month.',
  noReason: 'Enter why.',
} as const
