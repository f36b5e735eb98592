import type { z } from 'zod'
import type { RateHistory, rateListInput, rateVersionsInput } from '#shared/catalogue-schema.ts'
import type { AppContext } from '../context.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { listLastChanges, listTermsAsIn, listTermsOf, listVersions } from './catalogue-queries.ts'

const PAGE = 50

/** By default of the newest version, in the order of the catalogue. */
export async function getRates({ db, catalogue }: AppContext, { version: wanted }: z.infer<typeof rateListInput>) {
  await catalogue.refresh()
  const { version, terms } = catalogue.current
  if (wanted !== undefined && wanted > version) throw new AppError('not_found', `There is no version ${wanted}.`)
  const [newest] = await listVersions(db, { only: [version], limit: 1 })
  if (!newest) throw new Error(`Version ${version} of the catalogue is missing.`)
  const brands = wanted === undefined || wanted === version ? [...terms] : await listTermsAsIn(db, wanted, terms)
  return { newest, brands, lastChanges: Object.fromEntries(await listLastChanges(db)) }
}

/** Those before `before`, newest first. */
export async function listRateVersions({ db }: AppContext, { before }: z.infer<typeof rateVersionsInput>) {
  const versions = await listVersions(db, { before, limit: PAGE + 1 })
  return { versions: versions.slice(0, PAGE), hasMore: versions.length > PAGE }
}

/** The terms of a brand in each version that changed them, oldest first. */
export async function getRateHistory({ db, catalogue }: AppContext, slug: string): Promise<RateHistory> {
  if (!catalogue.current.find(slug)) throw notFound()
  const steps = await listTermsOf(db, slug)
  const versions = await listVersions(db, { only: steps.map(({ version }) => version), limit: steps.length })
  const byNumber = new Map(versions.map((each) => [each.version, each]))
  return {
    steps: steps.flatMap(({ version, terms }) => {
      const made = byNumber.get(version)
      return made ? [{ ...made, terms }] : []
    }),
  }
}
