import * as schema from '#shared/catalogue-schema.ts'
import { importRates } from '../../../../catalogue/import-rates.ts'
import { publishRates, revertRates } from '../../../../catalogue/publish-rates.ts'
import { getRateHistory, getRates, listRateVersions } from '../../../../catalogue/read-rates.ts'
import { financeProcedure, router } from '../../trpc.ts'

export const ratesRouter = router({
  list: financeProcedure
    .rest('/api/admin/rates', 'All brands with their terms in a version', {
      description:
        'Amounts are cents, rates are basis points. Without `version` in the newest one; `newest` is about that one in any case.',
      refusals: [404],
    })
    .reads(schema.rateListOutput, getRates, schema.rateListInput.prefault({})),

  publish: financeProcedure
    .limited('ratePublishing', 'staff')
    .rest('/api/admin/rates', 'Publish the terms of brands as a new version', {
      description:
        "`changes` has all terms of each brand that changes. 409 when `base` is not the newest version: 'Somebody has published rates since you began. Look at the new rates, then publish again.' A rate under 50% or over 99%, a step of more than 5 points or more than 30 brands at once need `confirm`: 422 says what to send, the slug of the brand that changes most or the number of brands.",
      example: {
        base: 41,
        note: 'Apple pays more in December',
        changes: [
          {
            slug: 'apple',
            name: 'Apple',
            category: 'Technology & Apps',
            state: 'active',
            pauseMessage: null,
            resumeAt: null,
            minCents: 5000,
            maxCents: 500000,
            bands: [{ fromCents: 5000, toCents: 500000, rateBps: 9250 }],
            rules: { photosNeeded: 1, expiryNeeded: false, numberFormat: null },
          },
        ],
      },
      refusals: [409, 422],
    })
    .answers(schema.publishedOutput, publishRates, schema.publishRatesInput),

  revert: financeProcedure
    .limited('ratePublishing', 'staff')
    .rest('/api/admin/rates/revert', 'Publish a new version that equals an old one', {
      description:
        'A rate under 50% or over 99%, a step of more than 5 points or more than 30 brands at once need `confirm`: 422 says what to send, the slug of the brand that changes most or the number of brands.',
      example: { base: 41, note: 'Apple pays more in December', version: 40 },
      refusals: [404, 409, 422],
    })
    .answers(schema.publishedOutput, revertRates, schema.revertRatesInput),

  versions: financeProcedure
    .rest('/api/admin/rates/versions', 'The versions of the rates, newest first')
    .reads(schema.rateVersionsOutput, listRateVersions, schema.rateVersionsInput.prefault({})),

  history: financeProcedure
    .rest('/api/admin/rates/:slug/history', 'The terms of a brand in each version that changed them')
    .reads(schema.rateHistoryOutput, (app, { slug }) => getRateHistory(app, slug), schema.rateHistoryInput),

  /** A mutation, because a file is too long for the query of a URL. It publishes nothing. */
  import: financeProcedure
    .limited('rateImports', 'staff')
    .rest('/api/admin/rates/import', 'What a CSV file of rates would change', {
      scopes: ['rates:read'],
      description:
        'Publishes nothing: `changes` is for `POST /api/admin/rates`. It is empty when the file has `faults`.',
      example: { csv: 'slug,from,to,rate\napple,50,99.99,89\napple,100,5000,92' },
    })
    .answers(schema.importRatesOutput, (ctx, _, input) => importRates(ctx, input.csv), schema.importRatesInput),
})
