import { approveInput } from '#shared/payout-schema.ts'
import {
  addNoteInput,
  decided,
  flagsInput,
  flagsOutput,
  openReviews,
  reviewInput,
  reviewOutput,
  reviewPresence,
  reviewRules,
  savedReasons,
  savedReasonsInput,
  setStatusesInput,
  setStatusesOutput,
  submissionNote,
  undoStatusInput,
} from '#shared/review-schema.ts'
import { addNote } from '../../../../reviews/add-note.ts'
import { approve } from '../../../../reviews/approve.ts'
import { getReview } from '../../../../reviews/get-review.ts'
import { listFlags } from '../../../../reviews/list-flags.ts'
import { listSavedReasons } from '../../../../reviews/saved-reasons.ts'
import { setStatuses } from '../../../../reviews/set-statuses.ts'
import { takeOver } from '../../../../reviews/take-over-lock.ts'
import { undoStatus } from '../../../../reviews/undo-status.ts'
import { watchPresence } from '../../../../reviews/watch-presence.ts'
import { watchReview } from '../../../../reviews/watch-review.ts'
import { noLimits } from '../../../auth/rate-limit-policy.ts'
import { okOutput } from '../../ok-output.ts'
import { streamed, withSignal } from '../../subscription-output.ts'
import { reviewerProcedure, router, staffProcedure } from '../../trpc.ts'

/** The review of one submission: its data, lock, notes and decisions. */
export const reviewRouter = router({
  get: staffProcedure
    .input(reviewInput)
    .output(reviewOutput)
    .query(({ ctx, input }) => getReview(ctx, { ...ctx.staff, ...ctx.source }, input)),

  /** Which of these submissions have warnings, for the marks in the list. */
  flags: reviewerProcedure
    .input(flagsInput)
    .output(flagsOutput)
    .query(({ ctx, input }) => listFlags(ctx.app, input)),

  addNote: staffProcedure
    .meta({ limits: noLimits })
    .input(addNoteInput)
    .output(submissionNote)
    .mutation(({ ctx, input }) => addNote(ctx, { ...ctx.actor, name: ctx.staff.name }, input)),

  /** Locks the submission while the subscription is open: its first subscriber decides. */
  watch: reviewerProcedure
    .input(reviewInput)
    .output(streamed(reviewPresence))
    .subscription(
      withSignal(({ ctx, input, signal }) => {
        const { id, name } = ctx.staff
        return watchReview(ctx, { id, name }, input.submissionId, { signal, isConnected: ctx.isConnected })
      }),
    ),

  takeOver: reviewerProcedure
    .meta({ limits: noLimits })
    .input(reviewInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await takeOver(ctx, ctx.actor, input.submissionId)
      return { ok: true as const }
    }),

  /** Every submission that a member of staff has open, for the marks in the list. */
  watchPresence: staffProcedure
    .output(streamed(openReviews))
    .subscription(withSignal(({ ctx, signal }) => watchPresence(ctx.app, signal))),

  /** Approves the card: its payout is created and the order is processing. */
  approve: reviewerProcedure
    .meta({
      limits: noLimits,
      rest: {
        method: 'POST',
        url: '/api/admin/submissions/:id/approve',
        path: { id: 'submissionId' },
        scopes: ['submissions:write'],
        tag: 'Review',
        summary: 'Approve a card: its payout is created',
        description: 'The status is `processing`. With `undoable` the payout is held for the 8 seconds of undo.',
        example: { version: 1 },
        refusals: [409, 422],
      },
    })
    .input(approveInput)
    .output(decided)
    .mutation(({ ctx, input }) => approve(ctx, ctx.actor, input)),

  undoStatus: reviewerProcedure
    .meta({ limits: noLimits })
    .input(undoStatusInput)
    .output(decided)
    .mutation(({ ctx, input }) => undoStatus(ctx, ctx.actor, input)),

  setStatuses: reviewerProcedure
    .meta({ limits: noLimits })
    .input(setStatusesInput)
    .output(setStatusesOutput)
    .mutation(({ ctx, input }) => setStatuses(ctx, ctx.actor, input)),

  /** The rules that the decision form has to know. */
  rules: reviewerProcedure.output(reviewRules).query(({ ctx }) => {
    const { rejectionReason } = ctx.app.policies.get('reviews')
    const { secondPersonFromCents } = ctx.app.policies.get('payouts')
    return { rejectionReason, secondPersonFromCents }
  }),

  savedReasons: reviewerProcedure
    .input(savedReasonsInput)
    .output(savedReasons)
    .query(({ ctx, input }) => listSavedReasons(ctx.app, input)),
})
