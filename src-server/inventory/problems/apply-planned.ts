import type { DecideProblemInput, UndoDecisionInput } from '#shared/problem-schema.ts'
import { reviewMessages } from '#shared/review.ts'
import { type Actor, audit, noRequest } from '../../audit/audit-queries.ts'
import type { CallContext, ServerContext } from '../../context.ts'
import { leaveSums } from '../../controls/act-queries.ts'
import { isDue, MAX_UNDO_MS, timestamp } from '../../platform/clock.ts'
import { inServerTransaction, inTransaction, type Tx } from '../../platform/db/database.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { AppError, conflict } from '../../platform/errors.ts'
import { startDueWork } from '../../platform/events/due-work.ts'
import { decideLocked } from './decide-problem.ts'
import { changeProblem, lockProblem, noPlan, withAudit } from './lock-problem.ts'
import { findNextPlanned, listPlanned } from './problem-queries.ts'

/** Until the returned function is called. */
export const startPlannedDecisions = (app: ServerContext) =>
  startDueWork(app, {
    run: async () => {
      await applyPlannedDecisions(app)
      return findNextPlanned(app.db)
    },
    wakesOn: ['payout.changed', 'resync'],
    failure: 'could not apply decisions on problems',
  }).stop

/** A decision that is not possible any more leaves its problem open. */
export async function applyPlannedDecisions(app: ServerContext): Promise<void> {
  for (const { id } of await listPlanned(app.db, timestamp(app.clock))) {
    try {
      await inServerTransaction(app.db, (tx) => apply(app, tx, id))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      app.log.warn({ err: error, problem: id }, 'a decision on a problem was not possible any more')
      await inServerTransaction(app.db, (tx) => drop(app, tx, id))
    }
  }
}

async function apply(app: ServerContext, tx: Tx, id: string) {
  const locked = await lockProblem(tx, id)
  const { problem } = locked
  const { planned_by, planned_until } = problem
  const text = textIn(app.keyring, 'order_problems', problem, 'planned_encrypted')
  // Applied by another node since it was listed.
  if (!planned_by || !planned_until || text === undefined) return
  if (!isDue(planned_until, timestamp(app.clock), MAX_UNDO_MS)) return
  const staff = { id: planned_by, ...noRequest }
  await decideLocked(app, tx, staff, await withAudit(app, tx, staff, locked), JSON.parse(text) as DecideProblemInput)
}

async function drop(app: ServerContext, tx: Tx, id: string) {
  const { problem } = await lockProblem(tx, id)
  if (!problem.planned_until) return
  await changeProblem(app, tx, problem, noPlan)
  await leaveSums(tx, 'card', problem.submission_id)
}

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
