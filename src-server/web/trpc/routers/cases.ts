import { acceptOfferInput, answerRequestInput, openAppealInput, withdrawAppealInput } from '#shared/case-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import { transactionDetail } from '#shared/transaction-schema.ts'
import { openAppeal, withdrawAppeal } from '../../../cases/appeals.ts'
import { acceptOffer, declineOffer } from '../../../cases/offers.ts'
import { answerRequest } from '../../../cases/requests.ts'
import { getTransaction } from '../../../submissions/list-submissions.ts'
import { changing } from '../declaring.ts'
import { customerChange, customerProcedure, router } from '../trpc.ts'

const answering = customerProcedure.limited('requestAnswers', 'customer')

export const requestsRouter = router({
  answer: answering
    .restChange('/api/user/requests/:id/answer', 'Send what we requested for an order', {
      description:
        'The id is that of `request` of the order. Send the fields that `wants` names (`number`: `cardNumber`, `code`: `securityCode`, `expiry`: `expiringDate`), and an upload of `POST /api/uploads` for each wanted photo.',
      example: { securityCode: '7788', fileIds: ['x4Jv1cQm0Zs7dK9LwT2b8A'] },
    })
    .answers(
      transactionDetail,
      async (ctx, actor, input) => {
        const { orderId, isRepeat } = await answerRequest(ctx, actor, input)
        if (isRepeat) await ctx.refundLimits()
        return getTransaction(ctx.app, actor.id, orderId)
      },
      answerRequestInput,
    ),

  accept: answering
    .restChange('/api/user/requests/:id/accept', 'Accept our offer for an order', {
      description:
        '`payoutAmount` is the amount of the offer in dollars; another one is refused. The order is checked once more before it is paid.',
      example: { payoutAmount: 57.41 },
    })
    .answers(
      transactionDetail,
      async (ctx, actor, input) => getTransaction(ctx.app, ctx.customer.id, await acceptOffer(ctx, actor, input)),
      acceptOfferInput,
    ),

  decline: answering
    .restChange('/api/user/requests/:id/decline', 'Decline our offer for an order and keep the card', {
      readsBody: false,
      description: 'The order is `rejected`, and its card number, code and photos are erased at once.',
    })
    .answers(
      transactionDetail,
      async (ctx, actor, input) => getTransaction(ctx.app, ctx.customer.id, await declineOffer(ctx, actor, input)),
      idInput,
    ),
})

const changed = changing((ctx, customer, { orderId }: { orderId: string }) =>
  getTransaction(ctx.app, customer.id, orderId),
)

export const appealsRouter = router({
  open: customerProcedure
    .limited('appeals', 'customer')
    .restChange(
      '/api/user/transactions/:id/appeal',
      'Appeal the rejection of an order, or what you have to repay for it',
      {
        path: { id: 'orderId' },
        description:
          'Once for each decision, until `mayAppealUntil` of the order. A person who has not decided on the order answers. `fileIds` are up to 4 uploads of `POST /api/uploads`.',
        example: { words: 'The balance was $100.00 when I sent the card. The receipt is attached.' },
      },
    )
    .answers(transactionDetail, changed(openAppeal), openAppealInput),

  withdraw: customerChange
    .restChange('/api/user/transactions/:id/appeal', 'Withdraw the open appeal of an order', {
      method: 'DELETE',
      path: { id: 'orderId' },
      description: 'The decision stands and cannot be appealed again.',
    })
    .answers(transactionDetail, changed(withdrawAppeal), withdrawAppealInput),
})
