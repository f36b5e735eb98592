import type { AuditAction } from '../../audit/audit-queries.ts'

/** The actions by which staff take data of many orders or people with them. */
export const exports = [
  'submissions.exported',
  'users.exported',
  'rates.exported',
  'ledger.exported',
  'payout-list.exported',
  'payouts.exported',
  'inventory.exported',
  'lot.downloaded',
  'report.exported',
  'reports.exported',
  'sellers.exported',
] as const satisfies readonly AuditAction[]
