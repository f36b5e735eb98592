import { z } from 'zod'
import { quoteAgainInput, quoteAgainOutput, quoteInput, quoteOutput } from '#shared/quote-schema.ts'
import { pageFacts } from '#shared/site-settings-schema.ts'
import { submitInput, submitOutput } from '#shared/submission-schema.ts'
import { id } from '#shared/text-schema.ts'
import { removeUpload } from '../../../files/save-upload.ts'
import { quoteAgain } from '../../../submissions/quote-again.ts'
import { makeQuote } from '../../../submissions/quotes.ts'
import { submitExchange } from '../../../submissions/submit-exchange.ts'
import { limitMessage } from '../../auth/rate-limit.ts'
import { submitLimits } from '../../auth/rate-limit-policy.ts'
import { catalogueSignals, pageFactsOf } from '../page-facts.ts'
import { customerChange, customerProcedure, memberProcedure, publicProcedure, router } from '../trpc.ts'

export const exchangeRouter = router({
  catalogue: publicProcedure.reads(pageFacts, pageFactsOf),

  watchCatalogue: memberProcedure.watches(pageFacts, catalogueSignals),

  quote: publicProcedure
    .limited('quoteNetwork', 'network')
    .rest('/api/quote', 'What a card pays', {
      scopes: [],
      description:
        'Amounts are dollars, `exchangeRate` is a fraction. The rate is guaranteed for a submit with `quoteId` before `expiresAt`, and for 60 seconds after it.',
      example: { cardBrand: 'apple', cardValue: 100 },
    })
    .answers(
      quoteOutput,
      ({ app }, _, input) => {
        const quote = makeQuote(app, input)
        app.visitorStats.countQuote()
        return quote
      },
      quoteInput,
    ),

  quoteAgain: customerProcedure
    .limited('quoteNetwork', 'network')
    .restChange(
      '/api/user/transactions/:id/quote-again',
      'What the card of a rejected order pays when you sell it again',
      {
        description:
          'The rate of the order applies for 48 hours after the decision, to the same brand and at most the same value; a lower value pays at most its own rate when the order was sent. A submit sends `resubmitOf` with the `quoteId`, at most three times for a card. When the rate is no longer kept, the answer is 409 with a `quote` of today.',
        example: { cardValue: 100 },
      },
    )
    .answers(quoteAgainOutput, quoteAgain, quoteAgainInput),

  submit: customerProcedure.declare({ limits: submitLimits }).answers(
    submitOutput,
    async (ctx, actor, input) => {
      const made = await submitExchange(ctx, actor, input)
      if (made.isRepeat) await ctx.refundLimits()
      return made
    },
    submitInput,
  ),

  /** Whether a limit would refuse an order, known before photos are uploaded. */
  orderLimit: customerProcedure.reads(z.object({ message: z.string().nullable() }), async (_, __, ctx) => ({
    message: await limitMessage(ctx, submitLimits),
  })),

  removeUpload: customerChange
    .rest('/api/uploads/:id', 'Take an upload back before it is submitted', {
      method: 'DELETE',
      path: { id: 'fileId' },
    })
    .does((ctx, actor, input) => removeUpload(ctx, actor.id, input.fileId), z.object({ fileId: id })),
})
