import { z } from 'zod'
import { quoteInput, quoteOutput } from '#shared/quote-schema.ts'
import { submitInput, submitOutput } from '#shared/submission-schema.ts'
import { id } from '#shared/text-schema.ts'
import { limitMessage } from '../../auth/rate-limit.ts'
import { limit, noLimits, submitLimits } from '../../auth/rate-limit-policy.ts'
import { removeUpload } from '../../files/save-upload.ts'
import { makeQuote, priceableCard } from '../../submissions/quotes.ts'
import { submitExchange } from '../../submissions/submit-exchange.ts'
import { okOutput } from '../ok-output.ts'
import { customerProcedure, publicProcedure, router } from '../trpc.ts'

export const exchangeRouter = router({
  quote: publicProcedure
    .meta({ limits: [limit('quoteNetwork', 'network')] })
    .input(quoteInput)
    .output(quoteOutput)
    .mutation(({ ctx, input }) => {
      const quote = makeQuote(ctx.app, priceableCard(ctx.app, input))
      ctx.app.visitorStats.countQuote()
      return quote
    }),

  submit: customerProcedure
    .meta({ limits: submitLimits })
    .input(submitInput)
    .output(submitOutput)
    .mutation(async ({ ctx, input }) => {
      const made = await submitExchange(ctx.app, ctx.customer, input)
      if (made.isRepeat) await ctx.refundLimits()
      return made
    }),

  /** Whether a limit would refuse an order, known before photos are uploaded. */
  orderLimit: customerProcedure
    .output(z.object({ message: z.string().nullable() }))
    .query(async ({ ctx }) => ({ message: await limitMessage(ctx, submitLimits) })),

  removeUpload: customerProcedure
    .meta({ limits: noLimits })
    .input(z.object({ fileId: id }))
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await removeUpload(ctx.app, ctx.customer.id, input.fileId)
      return { ok: true }
    }),
})
