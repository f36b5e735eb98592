import { serviceFigures } from '#shared/service-figures-schema.ts'
import { siteConfig } from '#shared/site-schema.ts'
import { publicProcedure, router } from '../trpc.ts'

export const siteRouter = router({
  config: publicProcedure.reads(siteConfig, ({ config: { tags } }) => {
    return {
      measuring: tags
        ? { analytics: tags.analyticsSrc !== undefined, conversionSendTo: tags.conversionSendTo ?? null }
        : null,
    }
  }),
})

export const figuresRouter = router({
  get: publicProcedure
    .rest('/api/figures', 'How fast orders were decided and paid in the last 30 days', {
      description:
        'Counted from the orders at most once a minute. A figure is `null` while there are fewer cases than `leastSamples`. `usualMinutes` is the time of half of the cases, `mostMinutes` that of 9 of 10.',
    })
    .reads(serviceFigures, (app) => app.serviceFigures.read()),
})
