import { appealListInput, appealListOutput, decideAppealInput, decidedAppeal } from '#shared/appeal-schema.ts'
import { decidedAppealOf } from '../../../../cases/appeals.ts'
import { listAppeals } from '../../../../cases/list-appeals.ts'
import { reviewerOrFinanceChange, reviewerOrFinanceProcedure } from '../../trpc.ts'

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
    .answers(decidedAppeal, decidedAppealOf, decideAppealInput),
}
