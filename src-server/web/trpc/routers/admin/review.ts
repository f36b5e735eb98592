import { balanceCheck, recordCheckInput } from '#shared/balance-check-schema.ts'
import { recordForOrderInput } from '#shared/inventory-schema.ts'
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
  reviewRulesOutput,
  savedReasons,
  savedReasonsInput,
  setStatusesInput,
  setStatusesOutput,
  submissionNote,
  undoStatusInput,
  watchReviewInput,
} from '#shared/review-schema.ts'
import { recordForOrder } from '../../../../inventory/record-for-order.ts'
import { addNote } from '../../../../reviews/add-note.ts'
import { approve } from '../../../../reviews/approve.ts'
import { getReview } from '../../../../reviews/get-review.ts'
import { listFlags } from '../../../../reviews/list-flags.ts'
import { recordCheck } from '../../../../reviews/record-check.ts'
import { reviewRules } from '../../../../reviews/review-rules.ts'
import { listSavedReasons } from '../../../../reviews/saved-reasons.ts'
import { setStatuses } from '../../../../reviews/set-statuses.ts'
import { takeOver } from '../../../../reviews/take-over-lock.ts'
import { undoStatus } from '../../../../reviews/undo-status.ts'
import { watchPresence } from '../../../../reviews/watch-presence.ts'
import { watchReview } from '../../../../reviews/watch-review.ts'
import { answer, answerOk, okOutput, reading } from '../../resolvers.ts'
import { streamed, watching, withSignal } from '../../subscription-output.ts'
import { reviewerChange, reviewerProcedure, router, staffChange, staffProcedure } from '../../trpc.ts'

export const reviewRouter = router({
  get: staffProcedure
    .input(reviewInput)
    .output(reviewOutput)
    .query(({ ctx, input }) => getReview(ctx, { ...ctx.staff, ...ctx.source }, input)),

  flags: reviewerProcedure.input(flagsInput).output(flagsOutput).query(reading(listFlags)),

  addNote: staffChange
    .input(addNoteInput)
    .output(submissionNote)
    .mutation(({ ctx, input }) => addNote(ctx, { ...ctx.actor, name: ctx.staff.name }, input)),

  /** Opens the submission. With `decides` it is locked while the subscription is open. */
  watch: reviewerProcedure
    .input(watchReviewInput)
    .output(streamed(reviewPresence))
    .subscription(
      withSignal(({ ctx, input, signal }) => {
        const { id, name } = ctx.staff
        return watchReview(ctx, { id, name }, input, { signal, isConnected: ctx.isConnected })
      }),
    ),

  takeOver: reviewerChange
    .input(reviewInput)
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => takeOver(ctx, ctx.actor, input.submissionId))),

  recordCheck: reviewerChange
    .rest('/api/admin/submissions/:id/checks', 'Record a check of the balance of a card', {
      path: { id: 'submissionId' },
      description:
        'Checks are never changed: a correction is another one. `balance` in dollars is for the outcomes lower and higher, `evidenceId` the picture that was added to the order. A rejection is based on the newest check of its reviewer within 24 hours, or on `checkId`.',
      example: { outcome: 'lower', how: 'website', balance: 62.4, note: 'Looked up twice.' },
      refusals: [404],
    })
    .input(recordCheckInput)
    .output(balanceCheck)
    .mutation(({ ctx, input }) => recordCheck(ctx, { ...ctx.actor, name: ctx.staff.name }, input)),

  recordItem: reviewerChange
    .input(recordForOrderInput)
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => recordForOrder(ctx, { ...ctx.actor, role: ctx.staff.role }, input))),

  watchPresence: staffProcedure.output(streamed(openReviews)).subscription(watching(watchPresence)),

  approve: reviewerChange
    .rest('/api/admin/submissions/:id/approve', 'Approve a card: its payout is created', {
      path: { id: 'submissionId' },
      description: 'The status is `processing`. With `undoable` the payout is held for the 8 seconds of undo.',
      example: { version: 1 },
      refusals: [409, 422],
    })
    .input(approveInput)
    .output(decided)
    .mutation(answer(approve)),

  undoStatus: reviewerChange.input(undoStatusInput).output(decided).mutation(answer(undoStatus)),

  setStatuses: reviewerChange.input(setStatusesInput).output(setStatusesOutput).mutation(answer(setStatuses)),

  rules: reviewerProcedure.output(reviewRulesOutput).query(({ ctx }) => reviewRules(ctx.app, ctx.actor)),

  savedReasons: reviewerProcedure.input(savedReasonsInput).output(savedReasons).query(reading(listSavedReasons)),
})
