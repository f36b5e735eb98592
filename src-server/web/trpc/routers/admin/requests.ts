import { makeOfferInput, makeRequestInput, withdrawRequestInput } from '#shared/information-request-schema.ts'
import { decided } from '#shared/review-schema.ts'
import { submission } from '#shared/submission-schema.ts'
import { makeOffer } from '../../../../cases/offers.ts'
import { makeRequest, withdrawRequest } from '../../../../cases/requests.ts'
import { reviewerChange, router } from '../../trpc.ts'

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
