import { openAppealInput, withdrawAppealInput } from '#shared/appeal-schema.ts'
import { transactionDetail } from '#shared/transaction-schema.ts'
import { openAppeal, withdrawAppeal } from '../../../cases/appeals.ts'
import { getTransaction } from '../../../submissions/list-submissions.ts'
import { changing } from '../declaring.ts'
import { customerChange, customerProcedure, router } from '../trpc.ts'

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
