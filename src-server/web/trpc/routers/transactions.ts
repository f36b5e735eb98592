import { z } from 'zod'
import { changePayoutInput } from '#shared/payout-schema.ts'
import { addPhotosInput, submissionSignal, transaction, transactionListInput } from '#shared/submission-schema.ts'
import { transactionDetail, transactionInput } from '#shared/transaction-schema.ts'
import { findCustomerByEmail } from '../../../accounts/account-queries.ts'
import { auditRead } from '../../../audit/audit-reads.ts'
import { changePayoutMethod } from '../../../payouts/change-payout-method.ts'
import { addPhotos } from '../../../submissions/add-photos.ts'
import { getTransaction, listTransactions } from '../../../submissions/list-submissions.ts'
import { accessDenied } from '../../auth/access-guards.ts'
import { limit, submitLimits } from '../../auth/rate-limit-policy.ts'
import { pathOnly, queryOnly } from '../../http/rest-input.ts'
import { submissionSignals } from '../submission-signals.ts'
import { streamed, withSignal } from '../subscription-output.ts'
import { customerProcedure, memberProcedure, router } from '../trpc.ts'

export const transactionsRouter = router({
  /** A customer may name only their own address, staff may name any. */
  list: memberProcedure
    .meta({
      rest: {
        method: 'GET',
        url: '/api/user/transactions',
        input: queryOnly,
        scopes: ['submissions:read', 'orders'],
        tag: 'Selling',
        summary: 'The orders of a customer',
        description: 'Who is signed in decides whose. Staff name the customer by `email`.',
        example: { email: 'dana@mail.example' },
      },
    })
    .input(transactionListInput)
    .output(z.array(transaction))
    .query(async ({ ctx, input }) => {
      const { customer, staff } = ctx.who
      const email = input?.email?.trim().toLowerCase()
      if (customer && (!email || email === customer.email)) return listTransactions(ctx.app, customer.id)
      if (staff && email) {
        // By account: a submission has the address of its time, which may belong to another account today.
        const person = await findCustomerByEmail(ctx.app.db, email)
        if (!person) return []
        await auditRead(ctx, { id: staff.id, ...ctx.source }, 'orders.read', person.id)
        return listTransactions(ctx.app, person.id)
      }
      throw accessDenied()
    }),

  /** One of the customer's own submissions, with its history. */
  get: customerProcedure
    .meta({
      rest: {
        method: 'GET',
        url: '/api/user/transactions/:id',
        path: { id: 'id' },
        input: pathOnly,
        scopes: ['orders'],
        tag: 'Selling',
        summary: 'One order of your own with its history',
      },
    })
    .input(transactionInput)
    .output(transactionDetail)
    .query(({ ctx, input }) => getTransaction(ctx.app, ctx.customer.id, input.id)),

  /** Adds photos to a rejected order, which becomes pending again. Counts as an order. */
  addPhotos: customerProcedure
    .meta({ limits: submitLimits })
    .input(addPhotosInput)
    .output(transactionDetail)
    .mutation(async ({ ctx, input }) => {
      const { isRepeat } = await addPhotos(ctx, ctx.customer, input)
      if (isRepeat) await ctx.refundLimits()
      return getTransaction(ctx.app, ctx.customer.id, input.id)
    }),

  /** Another way to be paid, after the payout of the order failed or came back. */
  changePayout: customerProcedure
    .meta({
      limits: [limit('profileChanges', 'customer'), limit('passwordCheck', 'currentPassword')],
      rest: {
        method: 'PUT',
        url: '/api/user/transactions/:id/payout-method',
        path: { id: 'id' },
        scopes: [],
        tag: 'Selling',
        summary: 'Be paid another way, after a payout failed or came back',
        description:
          'A new payout follows without another review, and the order is `processing` again. In place of `method`, `savedMethodId` names a saved one. It requires the current password, and the new payout is held for as long as after a changed password.',
        example: { method: { type: 'paypal', details: 'dana@mail.example' }, currentPassword: 'a long password' },
        refusals: [404, 409],
      },
    })
    .input(changePayoutInput)
    .output(transactionDetail)
    .mutation(async ({ ctx, input }) => {
      await changePayoutMethod(ctx, ctx.actor, input)
      return getTransaction(ctx.app, ctx.customer.id, input.id)
    }),

  /** Signals changes of the customer's submissions. */
  watch: customerProcedure
    .output(streamed(submissionSignal))
    .subscription(
      withSignal(({ ctx, signal }) =>
        submissionSignals(ctx.app, signal, ({ customerId }) => customerId === ctx.customer.id),
      ),
    ),
})
