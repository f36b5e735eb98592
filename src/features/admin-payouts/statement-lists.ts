/** What of an account is listed: its lines by state, its payouts without a line, or its adjusting entries. */
export const statementLists = ['open', 'differs', 'waiting', 'payouts', 'reconciled', 'all', 'entries'] as const
export type StatementList = (typeof statementLists)[number]
