import { z } from 'zod'
import { addPhotosInput, replacePhotoInput } from '#shared/order-change-schema.ts'
import { changePayoutInput } from '#shared/payout-schema.ts'
import { answerOfferInput, debt } from '#shared/problem-schema.ts'
import { submissionSignal } from '#shared/queue-schema.ts'
import { sellerStatement } from '#shared/report-schema.ts'
import { transaction, transactionListInput } from '#shared/submission-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import { transactionDetail, transactionInput } from '#shared/transaction-schema.ts'
import { findCustomerByEmail } from '../../../accounts/account-queries.ts'
import { auditRead } from '../../../audit/audit-reads.ts'
import { listDebts } from '../../../cases/list-problems.ts'
import { answerOffer } from '../../../cases/set-off.ts'
import { changePayoutMethod } from '../../../payouts/change-payout-method.ts'
import { readStatement } from '../../../reports/export-sellers.ts'
import { withdrawOrder } from '../../../reviews/withdraw-order.ts'
import { addPhotos } from '../../../submissions/add-photos.ts'
import { getTransaction, listTransactions } from '../../../submissions/list-submissions.ts'
import { replacePhoto } from '../../../submissions/replace-photo.ts'
import { accessDenied } from '../../auth/access-guards.ts'
import { submitLimits } from '../../auth/rate-limit-policy.ts'
import { changing } from '../declaring.ts'
import { submissionSignals } from '../signals.ts'
import { customerChange, customerProcedure, memberProcedure, router } from '../trpc.ts'

const changed = changing((ctx, customer, input: { id: string }) => getTransaction(ctx.app, customer.id, input.id))
const changedDebts = changing((ctx, customer) => listDebts(ctx.app, customer.id))

export const transactionsRouter = router({
  /** A customer may name only their own address, staff may name any. */
  list: memberProcedure
    .rest('/api/user/transactions', 'The orders of a customer', {
      scopes: ['submissions:read', 'orders'],
      description: 'Who is signed in decides whose. Staff name the customer by `email`.',
      example: { email: 'dana@mail.example' },
    })
    .reads(
      z.array(transaction),
      async (app, input, ctx) => {
        const { customer, staff } = ctx.who
        const email = input?.email?.toLowerCase()
        if (customer && (!email || email === customer.email)) return listTransactions(app, customer.id)
        if (staff && email) {
          // By account: a submission has the address of its time, which may belong to another account today.
          const person = await findCustomerByEmail(app.db, email)
          if (!person) return []
          await auditRead(ctx, { id: staff.id, ...ctx.source }, 'orders.read', person.id)
          return listTransactions(app, person.id)
        }
        throw accessDenied()
      },
      transactionListInput,
    ),

  get: customerProcedure
    .rest('/api/user/transactions/:id', 'One order of your own with its history')
    .reads(transactionDetail, (app, input, ctx) => getTransaction(app, ctx.customer.id, input.id), transactionInput),

  statement: customerProcedure
    .rest('/api/user/statement', 'What you were paid in each year', {
      description:
        'The newest year first. Years are UTC; `total` is what arrived less what came back. Amounts are dollars.',
    })
    .reads(sellerStatement, (app, _, ctx) => readStatement(app, ctx.customer.id)),

  /** Adds photos to a rejected order, which becomes pending again. Counts as an order. */
  addPhotos: customerProcedure.declare({ limits: submitLimits }).answers(
    transactionDetail,
    async (ctx, actor, input) => {
      const { isRepeat } = await addPhotos(ctx, actor, input)
      if (isRepeat) await ctx.refundLimits()
      return getTransaction(ctx.app, actor.id, input.id)
    },
    addPhotosInput,
  ),

  withdraw: customerChange
    .restChange('/api/user/transactions/:id/withdraw', 'Take an order back while it is pending or overdue', {
      readsBody: false,
      description:
        'An order that is `processing` can be taken back once it is overdue, unless it has a payout. The order is `rejected` for the reason `Withdrawn by the customer.`, and its card number, code and photos are erased. What is still owed for it (`payout.isOwed`) ends. A repeat is a conflict (409), also when the first answer was lost.',
    })
    .answers(transactionDetail, changed(withdrawOrder), idInput),

  replacePhoto: customerProcedure
    .limited('photoReplacements', 'customer')
    .restChange('/api/user/transactions/:id/photos/:fileId', 'Replace a photo of an order while it is pending', {
      method: 'PUT',
      description: '`newFileId` is an upload of `POST /api/uploads`. The former photo is erased.',
      example: { newFileId: 'x4Jv1cQm0Zs7dK9LwT2b8A' },
    })
    .answers(transactionDetail, changed(replacePhoto), replacePhotoInput),

  changePayout: customerProcedure
    .limited('profileChanges', 'customer')
    .limited('passwordCheck', 'currentPassword')
    .restChange('/api/user/transactions/:id/payout-method', 'Be paid another way, after a payout failed or came back', {
      method: 'PUT',
      scopes: [],
      description:
        'A new payout follows without another review, and the order is `processing` again. In place of `method`, `savedMethodId` names a saved one. It requires the current password, and the new payout is held for as long as after a changed password.',
      example: { method: { type: 'paypal', details: 'dana@mail.example' }, currentPassword: 'a long password' },
    })
    .answers(transactionDetail, changed(changePayoutMethod), changePayoutInput),

  debts: customerProcedure
    .rest('/api/user/debts', 'What you owe for cards that turned out bad', {
      description: '`offers` are payouts that you are asked to use for it; nothing is taken without your answer.',
    })
    .reads(z.array(debt), (app, _, ctx) => listDebts(app, ctx.customer.id)),

  answerOffer: customerChange
    .restChange('/api/user/set-off-offers/:id/answer', 'Answer whether a payout may be used for what you owe', {
      description: 'With `false` the payout is sent to you as usual.',
      example: { accepts: true },
    })
    .answers(z.array(debt), changedDebts(answerOffer), answerOfferInput),

  watch: customerProcedure.watches(submissionSignal, (app, signal, { customer }) =>
    submissionSignals(app, signal, ({ customerId }) => customerId === customer.id),
  ),
})
