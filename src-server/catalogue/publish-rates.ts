import type { z } from 'zod'
import { brandTermsProblems } from '#shared/brand-terms-problems.ts'
import {
  type BrandTerms,
  type PublishRatesInput,
  rateConflictMessage,
  type revertRatesInput,
} from '#shared/catalogue-schema.ts'
import { sameTerms, sortBands } from '#shared/same-terms.ts'
import { neededConfirmation } from '#shared/unusual-rates.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { AppError, conflict, invalid } from '../platform/errors.ts'
import { findNewestVersion, insertVersion, listTermsAsIn, listTermsIn } from './catalogue-queries.ts'

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

type Edit = {
  base: number
  note: string
  confirm: string | undefined
  source: 'edit' | 'import' | 'revert'
  wanted(tx: Tx, current: ReadonlyMap<string, BrandTerms>): Promise<readonly BrandTerms[]>
  /** Follows version and number of brands in the audit log. */
  detail?: string
}

/** This process quotes by it once it resolves. @throws when `base` is old, nothing differs or `confirm` is missing */
async function publishVersion(ctx: CallContext, staff: Actor, edit: Edit) {
  const { base, note, confirm, source, wanted, detail = '' } = edit
  const published = await inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'catalogue')
    if ((await findNewestVersion(tx)) !== base) throw conflict(rateConflictMessage)
    const current = new Map((await listTermsIn(tx, base)).map((terms) => [terms.slug, terms]))
    const changes = (await wanted(tx, current)).filter((terms) => {
      const before = current.get(terms.slug)
      return !before || !sameTerms(before, terms)
    })
    if (changes.length === 0) throw invalid('changes', 'Nothing has changed.')
    assertConfirmed(confirm, current, changes)
    const version = base + 1
    await insertVersion(tx, { version, source, made_at: timestamp(app.clock), made_by: staff.id, note, base }, changes)
    const brands = changes.length === 1 ? '1 brand' : `${changes.length} brands`
    await audit(app, tx, staff, 'rates.published', 'rates', `version ${version}: ${brands}${detail}`)
    await app.events.emit(tx, { name: 'catalogue.changed', version })
    return { version }
  })
  // The listener of the event tries again when this fails; the version is committed.
  await ctx.app.catalogue.refresh().catch(() => {})
  return published
}

function assertConfirmed(
  confirm: string | undefined,
  current: ReadonlyMap<string, BrandTerms>,
  changes: readonly BrandTerms[],
) {
  const needed = neededConfirmation(changes.map((after) => ({ before: current.get(after.slug) ?? after, after })))
  if (!needed || confirm === needed.confirm) return
  const message = `${needed.reason} Send confirm: "${needed.confirm}" to publish this.`
  throw new AppError('unprocessable', message, { field: 'confirm' })
}
