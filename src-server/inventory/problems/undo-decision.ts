import type { UndoDecisionInput } from '#shared/problem-schema.ts'
import { reviewMessages } from '#shared/review.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { leaveSums } from '../../controls/act-queries.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError, conflict } from '../../platform/errors.ts'
import { changeProblem, lockProblem, noPlan } from './lock-problem.ts'

/** Before it is applied; the problem is open as before. */
export async function undoDecision(ctx: CallContext, staff: Actor, { id, version }: UndoDecisionInput): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const { problem } = await lockProblem(tx, id)
    const { planned_by, planned_until } = problem
    if (planned_until === null || planned_until <= timestamp(app.clock) || problem.version !== version)
      throw conflict(reviewMessages.undoTooLate)
    if (planned_by !== staff.id) throw new AppError('forbidden', reviewMessages.undoNotYours)
    await changeProblem(app, tx, problem, noPlan)
    await leaveSums(tx, 'card', problem.submission_id)
    await audit(app, tx, staff, 'problem.undone', problem.submission_id)
  })
}
