import { problemMessages, problemNeedsEvidence } from '#shared/problem.ts'
import type { AppContext, ServerContext } from '../../context.ts'
import { moveEvidence } from '../../files/evidence-queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderProblemTable } from '../../platform/db/problem-tables.ts'
import { invalid } from '../../platform/errors.ts'
import { evidenceDueOf } from '../../submissions/evidence-due.ts'
import { purgeBelongings } from '../../submissions/purge-submission.ts'
import { deleteEvidence, listClosedWithEvidence } from './problem-end-queries.ts'
import { listEvidence } from './problem-queries.ts'

/** Only redacted pictures of the order, taken by this person. */
export async function addPictures(
  tx: Tx,
  to: { submissionId: string; ownerId: string; problemId: string },
  evidenceIds: readonly string[] = [],
): Promise<void> {
  const ids = [...new Set(evidenceIds)]
  if ((await moveEvidence(tx, ids, to)) < ids.length) throw invalid('evidenceIds', problemMessages.otherPictures)
}

/** What the seller sees: the pictures of the problem, or until when evidence is owed. */
export async function clawbackEvidence(
  app: AppContext,
  tx: Tx,
  { id, kind }: Pick<OrderProblemTable, 'id' | 'kind'>,
): Promise<{ evidence?: 'shown' | 'owed'; evidenceDueAt: string | null }> {
  if ((await listEvidence(tx, [id])).length > 0) return { evidence: 'shown', evidenceDueAt: null }
  if (!problemNeedsEvidence(kind)) return { evidenceDueAt: null }
  return { evidence: 'owed', evidenceDueAt: evidenceDueOf(app, 'evidenceIds') }
}

const BATCH = 20

/** Of problems that were closed before `before` (ISO 8601). */
export function purgeEvidence(app: ServerContext, before: string) {
  return purgeBelongings(app, (tx) => listClosedWithEvidence(tx, before, BATCH), deleteEvidence)
}
