import { z } from 'zod'
import { catalogueOutput } from '#shared/catalogue-schema.ts'
import { quoteInput, quoteOutput } from '#shared/quote-schema.ts'
import { submitInput, submitOutput } from '#shared/submission-schema.ts'
import { id } from '#shared/text-schema.ts'
import { removeUpload } from '../../../files/save-upload.ts'
import { makeQuote } from '../../../submissions/quotes.ts'
import { submitExchange } from '../../../submissions/submit-exchange.ts'
import { limitMessage } from '../../auth/rate-limit.ts'
import { limit, noLimits, submitLimits } from '../../auth/rate-limit-policy.ts'
import { pathOnly } from '../../http/rest-input.ts'
import { catalogueSignals } from '../catalogue-signals.ts'
import { okOutput } from '../ok-output.ts'
import { streamed, withSignal } from '../subscription-output.ts'
import { customerProcedure, memberProcedure, publicProcedure, router } from '../trpc.ts'

export const exchangeRouter = router({
  /** The brands that differ from the seed of the program. */
  catalogue: publicProcedure.output(catalogueOutput).query(({ ctx }) => ctx.app.catalogue.current.output),

  /** The same at once, and after each publish. */
  watchCatalogue: memberProcedure
    .output(streamed(catalogueOutput))
    .subscription(withSignal(({ ctx, signal }) => catalogueSignals(ctx.app, signal))),

  quote: publicProcedure
    .meta({
      limits: [limit('quoteNetwork', 'network')],
      rest: {
        method: 'POST',
        url: '/api/quote',
        scopes: [],
        tag: 'Selling',
        summary: 'What a card pays',
        description:
          'Amounts are dollars, `exchangeRate` is a fraction. The rate is guaranteed for a submit with `quoteId` before `expiresAt`.',
        example: { cardBrand: 'apple', cardValue: 100 },
      },
    })
    .input(quoteInput)
    .output(quoteOutput)
    .mutation(({ ctx, input }) => {
      const quote = makeQuote(ctx.app, input)
      ctx.app.visitorStats.countQuote()
      return quote
    }),

  submit: customerProcedure
    .meta({ limits: submitLimits })
    .input(submitInput)
    .output(submitOutput)
    .mutation(async ({ ctx, input }) => {
      const made = await submitExchange(ctx, { ...ctx.customer, ...ctx.actor }, input)
      if (made.isRepeat) await ctx.refundLimits()
      return made
    }),

  /** Whether a limit would refuse an order, known before photos are uploaded. */
  orderLimit: customerProcedure
    .output(z.object({ message: z.string().nullable() }))
    .query(async ({ ctx }) => ({ message: await limitMessage(ctx, submitLimits) })),

  removeUpload: customerProcedure
    .meta({
      limits: noLimits,
      rest: {
        method: 'DELETE',
        url: '/api/uploads/:id',
        path: { id: 'fileId' },
        input: pathOnly,
        scopes: ['orders'],
        tag: 'Selling',
        summary: 'Take an upload back before it is submitted',
      },
    })
    .input(z.object({ fileId: id }))
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await removeUpload(ctx, ctx.customer.id, input.fileId)
      return { ok: true }
    }),
})
