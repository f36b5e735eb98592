import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { BalanceCheckTable } from '../platform/db/file-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { mailCustomer } from '../submissions/mail-customer.ts'
import { isEvidence } from './decision-evidence.ts'
import { linkEvidence } from './decision-queries.ts'

/** Bases the newest decision on this check if evidence is owed for it, and mails it once no undo is possible. */
export async function payEvidence(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  check: BalanceCheckTable,
): Promise<void> {
  if (order.evidence_due_at === null || !isEvidence(check)) return
  const decision = await table('status_changes').find(tx, { submission_id: order.id, version: order.version })
  if (!decision) return
  await linkEvidence(tx, decision, check.id)
  if (decision.undo_until !== null && decision.undo_until > timestamp(app.clock)) return
  await mailCustomer(app, tx, order, { kind: 'evidence-added' })
}
