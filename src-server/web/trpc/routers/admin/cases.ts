import { z } from 'zod'
import {
  appealListInput,
  appealListOutput,
  decideAppealInput,
  decidedAppeal,
  makeOfferInput,
  makeRequestInput,
  withdrawRequestInput,
} from '#shared/case-schema.ts'
import { pageOf } from '#shared/paging-schema.ts'
import {
  decideProblemInput,
  offerSetOffInput,
  orderProblemsInput,
  problem,
  problemListInput,
  recordRepaymentInput,
  reportProblemInput,
  undoDecisionInput,
  waiveProblemInput,
  withdrawOfferInput,
} from '#shared/problem-schema.ts'
import { decided } from '#shared/review-schema.ts'
import { submission } from '#shared/submission-schema.ts'
import { mayWait } from '#shared/waiting-act-schema.ts'
import { decideAppeal, getDecidedAppeal } from '../../../../cases/appeals.ts'
import { decideProblem, undoDecision } from '../../../../cases/decide-problem.ts'
import { listAppeals } from '../../../../cases/list-appeals.ts'
import { getProblem, listOrderProblems, listProblems } from '../../../../cases/list-problems.ts'
import { makeOffer } from '../../../../cases/offers.ts'
import { reportProblem } from '../../../../cases/problems.ts'
import { makeRequest, withdrawRequest } from '../../../../cases/requests.ts'
import { offerSetOff, recordRepayment, waiveProblem, withdrawOffer } from '../../../../cases/set-off.ts'
import type { RestCall } from '../../../http/rest-call.ts'
import { changing } from '../../declaring.ts'
import {
  financeChange,
  financeProcedure,
  reviewerChange,
  reviewerOrFinanceChange,
  reviewerOrFinanceProcedure,
  router,
} from '../../trpc.ts'

const changed = changing((ctx, _, input: { id: string }) => getProblem(ctx.app, input.id))

const change = (path: string, summary: string, more?: Partial<RestCall>) =>
  financeChange.restChange(`/api/admin/problems/:id/${path}`, summary, more)

export const problemsRouter = router({
  list: financeProcedure
    .rest('/api/admin/problems', 'A page of problems of paid cards', {
      description:
        '`open` are those to be decided, `owed` the claw backs of which something is left to repay, both oldest first; `all` is newest first.',
      example: { page: 1, limit: 25, state: 'open' },
    })
    .reads(pageOf(problem), listProblems, problemListInput.prefault({})),

  ofOrder: reviewerOrFinanceProcedure
    .rest('/api/admin/submissions/:id/problems', 'The problems of a paid order, newest first', {
      path: { id: 'submissionId' },
      scopes: ['submissions:read', 'payouts:read'],
      tag: 'Review',
    })
    .reads(z.array(problem), (app, { submissionId }) => listOrderProblems(app, submissionId), orderProblemsInput),

  /** Reports a problem without a picture; with pictures it is a form. */
  report: reviewerOrFinanceProcedure.limited('problemReports', 'staff').answers(
    problem,
    async (ctx, actor, input) => {
      const { id } = await reportProblem(ctx, actor, input)
      return getProblem(ctx.app, id)
    },
    reportProblemInput,
  ),

  decide: change('decide', 'Decide what becomes of the money of a bad card', {
    description:
      '`write-off` books the loss. With `claw-back` the seller owes `amount` (all that was paid without it) and gets an email with the `reason`; `offerPayoutIds` are payouts that they are asked to use for it. `recovered` books the `amount` that the brand has refunded, also after a write-off. `dismiss` says that there was no problem. With `rejects` the order becomes `rejected`. A claw back of a `drained` or `invalid` card needs a picture, of the report or in `evidenceIds`: without one it is refused or owed for 24 hours, as for a rejection. With `undoable` the decision is applied after 8 seconds, unless it is undone. A token also needs `inventory:write` for `recovered`, and `submissions:write` for `rejects`.',
    example: { version: 1, decision: 'claw-back', reason: 'The balance was used on November 20.' },
  }).answers(problem.extend(mayWait), changed(decideProblem), decideProblemInput),

  undo: change('undo', 'Undo a decision on a problem, for 8 seconds', {
    scopes: ['payouts:write', 'inventory:write'],
    description: 'Only the own decision, and only one that was made with `undoable`. `version` is the one it returned.',
    example: { version: 2 },
  }).answers(problem, changed(undoDecision), undoDecisionInput),

  recordRepayment: change('repayments', 'Record what a seller has repaid', {
    description: '`account` is where it arrived: `paypal`, or `hand` for every other account.',
    example: { version: 2, amount: 92, on: '2026-11-24', reference: 'WIRE-77' },
  }).answers(problem, changed(recordRepayment), recordRepaymentInput),

  waive: change('waive', 'Waive the rest that a seller owes: it stays a loss', {
    example: { version: 2, note: 'The seller cannot be reached.' },
  }).answers(problem.extend(mayWait), changed(waiveProblem), waiveProblemInput),

  offer: change('offers', 'Ask a seller whether a payout may be set off', {
    description:
      'A whole payout that has not left, of at most what is left to repay. It is held until the seller answers, or the offer is withdrawn.',
    example: { version: 2, payoutId: 'PO-7K3M9Q2XVB' },
  }).answers(problem, changed(offerSetOff), offerSetOffInput),

  withdrawOffer: change('withdraw-offer', 'Withdraw the offer to set off a payout', {
    example: { version: 3, offerId: 'x4Jv1cQm0Zs7dK9LwT2b8A' },
  }).answers(problem, changed(withdrawOffer), withdrawOfferInput),
})

export const adminRequestsRouter = router({
  make: reviewerChange
    .rest('/api/admin/submissions/:id/request', 'Request what is missing of an order from its seller', {
      path: { id: 'submissionId' },
      description:
        'The order is `processing` and leaves the queue until the seller answers; after the time of the rules it is `rejected`. `wants` are among `front`, `back`, `clearer`, `receipt`, `number`, `code` and `expiry`. With `undoable` the mail waits for the 8 seconds of undo.',
      example: { version: 1, wants: ['back', 'code'], words: 'The code is not readable.' },
      refusals: [409, 422],
    })
    .answers(decided, makeRequest, makeRequestInput),

  offer: reviewerChange
    .rest('/api/admin/submissions/:id/offer', 'Make a counter-offer at what a balance check found', {
      path: { id: 'submissionId' },
      description:
        'The payout is computed at the rate of the order, at most at that of the found value when the order was sent, or at that of `cardBrand` today for a card of another brand. The price of the order changes only when the seller accepts. An order can have three offers, one at a time.',
      example: { version: 1, checkId: 'x4Jv1cQm0Zs7dK9LwT2b8A', words: 'We found less on the card.' },
      refusals: [409, 422],
    })
    .answers(decided, makeOffer, makeOfferInput),

  withdraw: reviewerChange
    .restChange('/api/admin/submissions/:id/request', 'Withdraw the open request or offer of an order', {
      method: 'DELETE',
      path: { id: 'submissionId' },
      description: 'The order is in the queue again. The seller gets a mail, unless they got none about the request.',
    })
    .answers(submission, withdrawRequest, withdrawRequestInput),
})

const answeredAppeal = changing((ctx, _, { appealId }: { appealId: string }) => getDecidedAppeal(ctx.app, appealId))

export const appealProcedures = {
  appeals: reviewerOrFinanceProcedure
    .rest('/api/admin/appeals', 'The open appeals of sellers, the earliest due first', {
      description:
        'Reviewers get those against rejections, finance those against claw backs, owners all; a token with `submissions:read` or `payouts:read` alone gets those of its scope. `mayAnswer` says whether the caller may answer one.',
      example: { page: 1, limit: 20 },
    })
    .reads(appealListOutput, (app, input, ctx) => listAppeals(app, ctx.actor, input), appealListInput.prefault({})),

  decideAppeal: reviewerOrFinanceChange
    .restChange('/api/admin/appeals/:id/decide', 'Answer an appeal: the seller is right, or the decision stands', {
      path: { id: 'appealId' },
      description:
        'With `right`, a rejected order is `processing` again at its old rate, and what was erased is requested from the seller; a claw back is reversed, which waits for a second person from the amount of the controls on, if so much is not repaid. What the seller had repaid becomes a payout to them (`isRefund`). The seller reads `words`. Only a person who has not decided on the order answers, while one can. A token needs `submissions:write` for a rejection, and `payouts:write` for a claw back.',
      example: { outcome: 'right', words: 'The balance is $100.00. We check the card again.' },
    })
    .answers(decidedAppeal, answeredAppeal(decideAppeal), decideAppealInput),
}
