import { z } from 'zod'
import {
  submissionSignal,
  transaction,
  transactionDetail,
  transactionInput,
  transactionListInput,
} from '#shared/submission-schema.ts'
import { getTransaction, listTransactions } from '../submissions/list-submissions.ts'
import { accessDenied } from './admit.ts'
import { streamed } from './streamed.ts'
import { submissionSignals } from './submission-signals.ts'
import { customerProcedure, memberProcedure, router } from './trpc.ts'

export const transactionsRouter = router({
  /** The session decides whose: a customer may name only their own address, staff may name any. */
  list: memberProcedure
    .input(transactionListInput)
    .output(z.array(transaction))
    .query(({ ctx, input }) => {
      const { customer, staff } = ctx.who
      const email = input?.email?.trim().toLowerCase()
      if (customer && (!email || email === customer.email)) return listTransactions(ctx.app, { userId: customer.id })
      if (staff && email) return listTransactions(ctx.app, { email })
      throw accessDenied()
    }),

  /** One order of the customer's own, with its history. */
  get: customerProcedure
    .input(transactionInput)
    .output(transactionDetail)
    .query(({ ctx, input }) => getTransaction(ctx.app, ctx.customer.id, input.id)),

  /** Tells a customer which of their orders has changed, at once. */
  watch: customerProcedure
    .output(streamed(submissionSignal))
    .subscription(({ ctx, signal }) =>
      submissionSignals(ctx.app, signal, ({ customerId }) => customerId === ctx.customer.id),
    ),
})
