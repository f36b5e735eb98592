import type { z } from 'zod'
import { brandTermsProblems } from '#shared/brand-terms-problems.ts'
import type { BrandTerms, PublishRatesInput, revertRatesInput } from '#shared/catalogue-schema.ts'
import { sortBands } from '#shared/same-terms.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { listTermsAsIn } from './catalogue-queries.ts'
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

/** Publishes a version that equals an old one. Brands that the old one did not have yet are hidden. */
export async function revertRates(
  ctx: CallContext,
  staff: Actor,
  { base, version, note, confirm }: z.infer<typeof revertRatesInput>,
) {
  return publishVersion(ctx, staff, {
    ...{ base, note, confirm },
    source: 'revert',
    detail: `, as in version ${version}`,
    async wanted(tx, current) {
      if (version < 1 || version > base) throw new AppError('not_found', `There is no version ${version}.`)
      return listTermsAsIn(tx, version, current.values())
    },
  })
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
