import { z } from 'zod'
import { decided } from '#shared/review-schema.ts'
import {
  revealInput,
  revealOutput,
  setStatusInput,
  statusChange,
  submissionListInput,
  submissionListOutput,
  submissionSignal,
} from '#shared/submission-schema.ts'
import { id } from '#shared/text-schema.ts'
import { setStatus } from '../../../reviews/set-status.ts'
import { listHistory, listSubmissions } from '../../../submissions/list-submissions.ts'
import { revealField } from '../../../submissions/reveal-field.ts'
import { reviewSignals } from '../../submission-signals.ts'
import { streamed } from '../../subscription-output.ts'
import { reviewerProcedure, router, staffProcedure } from '../../trpc.ts'

/** The review queue. Every role may look at it; who decides or reveals is a reviewer. */
export const submissionsRouter = router({
  list: staffProcedure
    .input(submissionListInput.prefault({}))
    .output(submissionListOutput)
    .query(({ ctx, input }) => listSubmissions(ctx.app, ctx.staff, input)),

  setStatus: reviewerProcedure
    .input(setStatusInput)
    .output(decided)
    .mutation(({ ctx, input }) => setStatus(ctx.app, { id: ctx.staff.id, ip: ctx.ip }, input)),

  /** A mutation, because looking leaves a trace in the audit log. */
  reveal: reviewerProcedure
    .input(revealInput)
    .output(revealOutput)
    .mutation(({ ctx, input }) => revealField(ctx.app, { id: ctx.staff.id, ip: ctx.ip }, input)),

  history: staffProcedure
    .input(z.object({ submissionId: id }))
    .output(z.array(statusChange))
    .query(({ ctx, input }) => listHistory(ctx.app, input.submissionId)),

  /** Tells staff which submission is new or has changed, at once. */
  watch: staffProcedure
    .output(streamed(submissionSignal))
    .subscription(({ ctx, signal }) => reviewSignals(ctx.app, signal)),
})
