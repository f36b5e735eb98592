import { siteConfig } from '#shared/site-schema.ts'
import { publicProcedure, router } from '../trpc.ts'

export const siteRouter = router({
  config: publicProcedure.output(siteConfig).query(({ ctx }) => {
    const { tags } = ctx.app.config
    return {
      measuring: tags
        ? { analytics: tags.analyticsSrc !== undefined, conversionSendTo: tags.conversionSendTo ?? null }
        : null,
    }
  }),
})
