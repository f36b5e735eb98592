import type { RateHistory } from '#shared/catalogue-schema.ts'
import type { AppContext } from '../context.ts'
import { notFound } from '../platform/errors.ts'
import { listTermsOf, listVersions } from './catalogue-queries.ts'

/** Oldest first. */
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
