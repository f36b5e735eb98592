import { codeOfReason } from '#shared/reason-code.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

/** By its text when a node of an older version wrote the row. */
export function reasonCodeOf(order: Pick<SubmissionTable, 'status' | 'status_reason' | 'status_reason_code'>) {
  return order.status_reason_code ?? codeOfReason(order.status, order.status_reason)
}
