import { balanceCheck, recordCheckInput } from '#shared/balance-check-schema.ts'
import { recordForOrderInput } from '#shared/inventory-schema.ts'
import { approveInput } from '#shared/payout-schema.ts'
import * as schema from '#shared/review-schema.ts'
import { recordForOrder } from '../../../../inventory/dispose-item.ts'
import { addNote } from '../../../../reviews/add-note.ts'
import { approve } from '../../../../reviews/approve.ts'
import { getReview, listFlags, listSavedReasons, reviewRules } from '../../../../reviews/get-review.ts'
import { recordCheck } from '../../../../reviews/record-check.ts'
import { takeOver, watchPresence, watchReview } from '../../../../reviews/review-lock.ts'
import { setStatuses, undoStatus } from '../../../../reviews/set-status.ts'
import { acting, okOrWaiting } from '../../declaring.ts'
import { reviewerChange, reviewerProcedure, router, staffChange, staffProcedure } from '../../trpc.ts'

export const reviewRouter = router({
  get: staffProcedure.reads(
    schema.reviewOutput,
    (_, input, ctx) => getReview(ctx, ctx.actor, input),
    schema.reviewInput,
  ),

  flags: reviewerProcedure.reads(schema.flagsOutput, listFlags, schema.flagsInput),

  addNote: staffChange.answers(schema.submissionNote, addNote, schema.addNoteInput),

  /** Opens the submission. With `decides` it is locked while the subscription is open. */
  watch: reviewerProcedure.watches(
    schema.reviewPresence,
    (_, signal, ctx, input) => {
      const { id, name } = ctx.staff
      return watchReview(ctx, { id, name }, input, { signal, isConnected: ctx.isConnected })
    },
    schema.watchReviewInput,
  ),

  takeOver: reviewerChange.does(
    (ctx, actor, { submissionId }) => takeOver(ctx, actor, submissionId),
    schema.reviewInput,
  ),

  recordCheck: reviewerChange
    .rest('/api/admin/submissions/:id/checks', 'Record a check of the balance of a card', {
      path: { id: 'submissionId' },
      description:
        'Checks are never changed: a correction is another one. `balance` in dollars is for the outcomes lower and higher, `evidenceId` the picture that was added to the order. A rejection is based on the newest check of its reviewer within 24 hours, or on `checkId`.',
      example: { outcome: 'lower', how: 'website', balance: 62.4, note: 'Looked up twice.' },
    })
    .answers(balanceCheck, recordCheck, recordCheckInput),

  recordItem: reviewerChange.answers(okOrWaiting, acting(recordForOrder), recordForOrderInput),

  watchPresence: staffProcedure.watches(schema.openReviews, watchPresence),

  approve: reviewerChange
    .rest('/api/admin/submissions/:id/approve', 'Approve a card: its payout is created', {
      path: { id: 'submissionId' },
      description: 'The status is `processing`. With `undoable` the payout is held for the 8 seconds of undo.',
      example: { version: 1 },
      refusals: [409, 422],
    })
    .answers(schema.decided, approve, approveInput),

  undoStatus: reviewerChange.answers(schema.decided, undoStatus, schema.undoStatusInput),

  setStatuses: reviewerChange.answers(schema.setStatusesOutput, setStatuses, schema.setStatusesInput),

  rules: reviewerProcedure.reads(schema.reviewRulesOutput, (app, _, ctx) => reviewRules(app, ctx.actor)),

  savedReasons: reviewerProcedure.reads(schema.savedReasons, listSavedReasons, schema.savedReasonsInput),
})
