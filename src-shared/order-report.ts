export const PROMISED_MINUTES = 60
export const REPORT_MAX_DAYS = 92
/** Maximum reasons and brands in one report. */
export const REPORT_LIST_LENGTH = 10
