/** Limits of the owner's report about orders and payouts. */

/** The time within which an order should be decided. */
export const PROMISED_MINUTES = 60
/** The longest period of one report. */
export const REPORT_MAX_DAYS = 92
/** Maximum reasons and brands in one report. */
export const REPORT_LIST_LENGTH = 10
