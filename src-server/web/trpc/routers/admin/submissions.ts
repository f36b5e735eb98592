import { z } from 'zod'
import { listCounts, revealInput, revealOutput, submissionSignal, waitingOutput } from '#shared/queue-schema.ts'
import { decided } from '#shared/review-schema.ts'
import { setStatusInput, submissionListInput, submissionListOutput } from '#shared/submission-schema.ts'
import { id } from '#shared/text-schema.ts'
import { statusChange } from '#shared/transaction-schema.ts'
import { setStatus } from '../../../../reviews/set-status.ts'
import { countLists, listHistory, listSubmissions } from '../../../../submissions/list-submissions.ts'
import { revealField } from '../../../../submissions/reveal-field.ts'
import { countWaiting } from '../../../../submissions/waiting-time.ts'
import { reviewSignals } from '../../signals.ts'
import { reviewerChange, reviewerProcedure, router, staffProcedure } from '../../trpc.ts'

/** The review queue. Every role may read it; only reviewers decide and reveal. */
export const submissionsRouter = router({
  list: staffProcedure
    .rest('/api/admin/submissions', 'A page of the review queue, newest first unless `sort` says otherwise', {
      description:
        'Card numbers are masked to their last 4. `additionalInfo` needs `submissions:reveal` too. `status=all` is no filter, `status=open` is what needs a decision: pending, or processing without a payout that waits, and not waiting for its seller. `status=requested` waits for its seller, `status=answered` was answered since. `status=approved` is processing with a payout that is not paid yet. `sort=risk` puts orders with the card, photo or payout account of another order first, `sort=due` what is due first; both need an open status. `list` shows the orders of one of `/api/admin/lists`, the earliest due first. With `until` (the `readAt` of an earlier answer) later orders are counted in `newer` instead of listed.',
      example: { page: 1, limit: 15, status: 'pending' },
    })
    .reads(
      submissionListOutput,
      (app, input, ctx) => listSubmissions(app, ctx.actor, input),
      submissionListInput.prefault({}),
    ),

  lists: staffProcedure
    .rest('/api/admin/lists', 'How many orders each list has', {
      description: '`list` of the review queue shows the orders of one. `overdue` are past the time that was promised.',
    })
    .reads(listCounts, countLists),

  waiting: staffProcedure.reads(waitingOutput, countWaiting),

  setStatus: reviewerChange
    .rest('/api/submissions/:id/status', 'Decide on a submission', {
      method: 'PATCH',
      path: { id: 'submissionId' },
      description:
        'With `version` a decision on an outdated version is 409; without it the last writer wins. `completed` records the payout as paid by hand, with `payoutReference` if given; by default only finance and owners set it on an unpaid order, once there is a finance account, and a token then needs `payouts:write` too. The status of a completed order that was paid changes only with `payout`, what became of its money: `sent` (nothing is booked), `returned` (the return is booked, and the money is owed again) or `never-sent` (the payment is reversed, and its payout canceled). The last two need the permission to pay and `payouts:write`. Without it the answer is 409. An order that was paid and changed before may say so too; orders that were not paid ignore it.',
      example: { status: 'completed', reason: 'Payment processed and sent.' },
      refusals: [409, 422],
    })
    .answers(decided, setStatus, setStatusInput),

  /** A mutation, because it writes to the audit log. */
  reveal: reviewerProcedure
    .limited('reveals', 'staff')
    .rest('/api/admin/submissions/:id/reveal', 'One secret of a submission in the clear', {
      path: { id: 'submissionId' },
      scopes: ['submissions:reveal'],
      description: 'Who, when and which field is in the audit log before the answer leaves.',
      example: { field: 'cardNumber' },
    })
    .answers(revealOutput, revealField, revealInput),

  history: staffProcedure
    .rest('/api/admin/submissions/:id/history', 'Every status a submission has had', { path: { id: 'submissionId' } })
    .reads(
      z.array(statusChange),
      (app, { submissionId }) => listHistory(app, submissionId),
      z.object({ submissionId: id }),
    ),

  watch: staffProcedure.watches(submissionSignal, reviewSignals),
})
