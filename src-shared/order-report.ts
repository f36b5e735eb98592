export const PROMISED_MINUTES = 60
export const REPORT_MAX_DAYS = 92
export const REPORT_LIST_LENGTH = 10
