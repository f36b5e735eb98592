import { z } from 'zod'
import { decided } from '#shared/review-schema.ts'
import {
  revealInput,
  revealOutput,
  reviewSignal,
  setStatusInput,
  submissionListInput,
  submissionListOutput,
  waitingOutput,
} from '#shared/submission-schema.ts'
import { id } from '#shared/text-schema.ts'
import { statusChange } from '#shared/transaction-schema.ts'
import { setStatus } from '../../../../reviews/set-status.ts'
import { countWaiting } from '../../../../submissions/count-waiting.ts'
import { listHistory, listSubmissions } from '../../../../submissions/list-submissions.ts'
import { revealField } from '../../../../submissions/reveal-field.ts'
import { limit, noLimits } from '../../../auth/rate-limit-policy.ts'
import { reviewSignals } from '../../submission-signals.ts'
import { streamed, withSignal } from '../../subscription-output.ts'
import { reviewerProcedure, router, staffProcedure } from '../../trpc.ts'

/** The review queue. Every role may read it; only reviewers decide and reveal. */
export const submissionsRouter = router({
  list: staffProcedure
    .input(submissionListInput.prefault({}))
    .output(submissionListOutput)
    .query(({ ctx, input }) => listSubmissions(ctx.app, ctx.staff, input)),

  waiting: staffProcedure.output(waitingOutput).query(({ ctx }) => countWaiting(ctx.app)),

  setStatus: reviewerProcedure
    .meta({ limits: noLimits })
    .input(setStatusInput)
    .output(decided)
    .mutation(({ ctx, input }) => setStatus(ctx.app, ctx.actor, input)),

  /** A mutation, because it writes to the audit log. */
  reveal: reviewerProcedure
    .meta({ limits: [limit('reveals', 'staff')] })
    .input(revealInput)
    .output(revealOutput)
    .mutation(({ ctx, input }) => revealField(ctx.app, ctx.actor, input)),

  history: staffProcedure
    .input(z.object({ submissionId: id }))
    .output(z.array(statusChange))
    .query(({ ctx, input }) => listHistory(ctx.app, input.submissionId)),

  /** Signals new and changed submissions. */
  watch: staffProcedure
    .output(streamed(reviewSignal))
    .subscription(withSignal(({ ctx, signal }) => reviewSignals(ctx.app, signal))),
})
