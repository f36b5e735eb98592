import { rateConflictMessage } from '#shared/catalogue-schema.ts'
import type { ProcedureRoute } from './route.ts'
import { pathOnly, versionInput, versionsInput } from './route-input.ts'

const unusual =
  'A rate under 50% or over 99%, a step of more than 5 points or more than 30 brands at once need `confirm`: 422 says what to send, the slug of the brand that changes most or the number of brands.'

const example = { base: 41, note: 'Apple pays more in December' }

/** The REST calls of the rate list. */
export const rateRoutes: readonly ProcedureRoute[] = [
  {
    method: 'GET',
    url: '/api/admin/rates',
    procedure: 'admin.rates.list',
    input: versionInput,
    scopes: ['rates:read'],
    tag: 'Rates',
    summary: 'All brands with their terms in a version',
    description:
      'Amounts are cents, rates are basis points. Without `version` in the newest one; `newest` is about that one in any case.',
    refusals: [404],
  },
  {
    method: 'POST',
    url: '/api/admin/rates',
    procedure: 'admin.rates.publish',
    scopes: ['rates:write'],
    tag: 'Rates',
    summary: 'Publish the terms of brands as a new version',
    description: `\`changes\` has all terms of each brand that changes. 409 when \`base\` is not the newest version: '${rateConflictMessage}' ${unusual}`,
    example: {
      ...example,
      changes: [
        {
          slug: 'apple',
          name: 'Apple',
          category: 'Technology & Apps',
          state: 'active',
          pauseMessage: null,
          resumeAt: null,
          minCents: 5000,
          maxCents: 500_000,
          bands: [{ fromCents: 5000, toCents: 500_000, rateBps: 9250 }],
          rules: { photosNeeded: 1, expiryNeeded: false, numberFormat: null },
        },
      ],
    },
    refusals: [409, 422],
  },
  {
    method: 'POST',
    url: '/api/admin/rates/revert',
    procedure: 'admin.rates.revert',
    scopes: ['rates:write'],
    tag: 'Rates',
    summary: 'Publish a new version that equals an old one',
    description: unusual,
    example: { ...example, version: 40 },
    refusals: [404, 409, 422],
  },
  {
    method: 'POST',
    url: '/api/admin/rates/import',
    procedure: 'admin.rates.import',
    scopes: ['rates:read'],
    tag: 'Rates',
    summary: 'What a CSV file of rates would change',
    description: 'Publishes nothing: `changes` is for `POST /api/admin/rates`. It is empty when the file has `faults`.',
    example: { csv: 'slug,from,to,rate\napple,50,99.99,89\napple,100,5000,92' },
  },
  {
    method: 'GET',
    url: '/api/admin/rates/versions',
    procedure: 'admin.rates.versions',
    input: versionsInput,
    scopes: ['rates:read'],
    tag: 'Rates',
    summary: 'The versions of the rates, newest first',
  },
  {
    method: 'GET',
    url: '/api/admin/rates/:slug/history',
    procedure: 'admin.rates.history',
    path: { slug: 'slug' },
    input: pathOnly,
    scopes: ['rates:read'],
    tag: 'Rates',
    summary: 'The terms of a brand in each version that changed them',
  },
]
