export const statementLists = ['open', 'differs', 'waiting', 'payouts', 'reconciled', 'all', 'entries'] as const
export type StatementList = (typeof statementLists)[number]
