import { brandTermsProblems } from '#shared/brand-terms-problems.ts'
import type { BrandTerms, PublishRatesInput } from '#shared/catalogue-schema.ts'
import { sortBands } from '#shared/same-terms.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { invalid } from '../platform/errors.ts'
import { publishVersion } from './publish-version.ts'

/** `base` is the version that the caller saw; `confirm` names unusual changes. */
export async function publishRates(
  ctx: CallContext,
  staff: Actor,
  { base, changes, note, confirm, source }: PublishRatesInput,
) {
  assertPublishable(ctx.app, changes)
  const wanted = changes.map((terms) => ({ ...terms, bands: sortBands(terms.bands) }))
  return publishVersion(ctx, staff, { base, note, confirm, source, wanted: async () => wanted })
}

function assertPublishable({ catalogue }: AppContext, changes: readonly BrandTerms[]) {
  const slugs = new Set<string>()
  const problems = changes.flatMap((terms) => {
    const { slug } = terms
    if (!catalogue.current.find(slug)) return [`There is no brand '${slug}'.`]
    if (slugs.has(slug)) return [`${terms.name} is in the changes twice.`]
    slugs.add(slug)
    return brandTermsProblems(terms).map(({ message }) => message)
  })
  if (problems.length > 0) throw invalid('changes', problems.join(' '))
}
