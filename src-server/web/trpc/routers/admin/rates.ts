import {
  importRatesInput,
  importRatesOutput,
  publishedOutput,
  publishRatesInput,
  rateHistoryInput,
  rateHistoryOutput,
  rateListInput,
  rateListOutput,
  rateVersionsInput,
  rateVersionsOutput,
  revertRatesInput,
} from '#shared/catalogue-schema.ts'
import { getRateHistory } from '../../../../catalogue/get-rate-history.ts'
import { getRates } from '../../../../catalogue/get-rates.ts'
import { importRates } from '../../../../catalogue/import-rates.ts'
import { listRateVersions } from '../../../../catalogue/list-rate-versions.ts'
import { publishRates } from '../../../../catalogue/publish-rates.ts'
import { revertRates } from '../../../../catalogue/revert-rates.ts'
import { limit } from '../../../auth/rate-limit-policy.ts'
import { financeProcedure, router } from '../../trpc.ts'

const publishing = limit('ratePublishing', 'staff')

/** The rate list, for staff who set rates. */
export const ratesRouter = router({
  list: financeProcedure
    .input(rateListInput.prefault({}))
    .output(rateListOutput)
    .query(({ ctx, input }) => getRates(ctx.app, input)),

  publish: financeProcedure
    .meta({ limits: [publishing] })
    .input(publishRatesInput)
    .output(publishedOutput)
    .mutation(({ ctx, input }) => publishRates(ctx.app, ctx.actor, input)),

  revert: financeProcedure
    .meta({ limits: [publishing] })
    .input(revertRatesInput)
    .output(publishedOutput)
    .mutation(({ ctx, input }) => revertRates(ctx.app, ctx.actor, input)),

  versions: financeProcedure
    .input(rateVersionsInput.prefault({}))
    .output(rateVersionsOutput)
    .query(({ ctx, input }) => listRateVersions(ctx.app, input)),

  history: financeProcedure
    .input(rateHistoryInput)
    .output(rateHistoryOutput)
    .query(({ ctx, input }) => getRateHistory(ctx.app, input.slug)),

  /** A mutation, because a file is too long for the query of a URL. It publishes nothing. */
  import: financeProcedure
    .meta({ limits: [limit('rateImports', 'staff')] })
    .input(importRatesInput)
    .output(importRatesOutput)
    .mutation(({ ctx, input }) => importRates(ctx.app, input.csv)),
})
